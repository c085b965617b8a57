import { type Activity, type ActivityFigure, ActivityKind } from "#kernel/contract/api/audit.ts";
import { personNames } from "#kernel/contract/events/names.ts";

import { type ActivityBody, MEAN_DAYS } from "./activity.query.ts";

/**
 * A figure is unusual if it is this many times the person's own mean and above the team's 95th
 * percentile. A person who has worked on fewer days has no usual rate yet.
 */
const TIMES_OWN_MEAN = 3;
const FEW = 0.95;
const LEAST_WORKED_DAYS = 10;

type PeriodCounts = Readonly<{ now: number; before: number }>;
const NONE: PeriodCounts = { now: 0, before: 0 };

export function toActivity({
  people,
  counts,
  worked,
  days,
  firstDay,
  lastDay,
}: ActivityBody): Activity {
  const { nameOf } = personNames(people);
  const counted = new Map(counts.map((one) => [`${one.person} ${one.kind}`, one]));
  const experienced = new Set(
    worked.filter((one) => one.days >= LEAST_WORKED_DAYS).map(({ person }) => person),
  );
  const countedOf = (id: string, kind: ActivityKind): PeriodCounts =>
    counted.get(`${id} ${kind}`) ?? NONE;
  const team = people.filter(
    ({ user_id: id, is_working: isWorking }) =>
      isWorking || ActivityKind.options.some((kind) => countedOf(id, kind) !== NONE),
  );
  const figuresOf = (kind: ActivityKind) => {
    const teamP95 = percentile(
      team.map(({ user_id: id }) => countedOf(id, kind).now / days),
      FEW,
    );
    return (id: string): ActivityFigure => {
      const figure = figureOf(countedOf(id, kind), days, teamP95);
      return experienced.has(id) ? figure : { ...figure, stands_out: false };
    };
  };
  const [sales, voids, overrides, adjustments, signIns] = [
    figuresOf("sales"),
    figuresOf("voids"),
    figuresOf("price_overrides"),
    figuresOf("adjustments"),
    figuresOf("sign_ins"),
  ];
  return {
    from: firstDay,
    to: lastDay,
    days,
    people: team.map(({ user_id: id, role, is_working: isWorking }) => ({
      id,
      name: nameOf(id),
      role: isWorking ? role : null,
      sales: sales(id),
      voids: voids(id),
      price_overrides: overrides(id),
      adjustments: adjustments(id),
      sign_ins: signIns(id),
    })),
  };
}

function figureOf({ now, before }: PeriodCounts, days: number, teamP95: number): ActivityFigure {
  const [rate, ownMean] = [now / days, before / MEAN_DAYS];
  return {
    count: now,
    rate: rounded(rate),
    own_mean: rounded(ownMean),
    team_p95: rounded(teamP95),
    stands_out: rate > TIMES_OWN_MEAN * ownMean && rate > teamP95,
  };
}

const DECIMALS = 10_000;
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;

/** Interpolates like `percentile_cont`. */
function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? 0;
  return low + (high - low) * (place - Math.floor(place));
}
