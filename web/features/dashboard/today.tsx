import type { Today } from "#kernel/contract/api/reports/today.ts";
import { formatMoney, minorOf, type Currency } from "#kernel/contract/money.ts";
import { useKeptQuery } from "#web/api/kept-query.ts";
import { counted } from "#web/format/counts.ts";
import { dayText, today as dayIn, weekday } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import { links } from "#web/links.ts";
import { usePast } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { ruledFigure } from "#web/ui/chart/money.css.ts";
import { Figure, isLong, Money } from "#web/ui/chart/money.tsx";
import { growthOf, Trend } from "#web/ui/chart/trend.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";
import { EmptyRow, Panel, Section } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { TODAY_TEXTS, todayQuery } from "./today-query.ts";
import * as styles from "./today.css.ts";

const DAYS = 7;

type Shown = Readonly<{ today: Today | undefined }>;

/** What the shop has taken today: in all, by payment method, and beside the days before. */
export function TodayCard() {
  const query = useKeptQuery(todayQuery(), TODAY_TEXTS);
  const { past } = usePast();
  const today = query.status === "ready" ? query.data : undefined;
  const timeZone = useTimeZone();
  const title = past ? dayText(dayIn(timeZone, past.atMs)) : "Today";
  return (
    <Section
      title={title}
      link={
        past ? undefined : <TextLink href={`${links.sales()}?period=1`}>Today's sales</TextLink>
      }
    >
      <Panel>
        {query.status === "error" ? (
          <EmptyRow as="p">{`${query.title}. ${query.detail}`}</EmptyRow>
        ) : (
          <div className={styles.card}>
            <Takings today={today} />
            <Methods today={today} />
            <Week today={today} />
          </div>
        )}
      </Panel>
    </Section>
  );
}

const NO_DAY: Today["days"][number] = { day: "", orders: 0, total: 0 };
const dayOf = ({ days }: Today, daysAgo = 0) => days.at(-1 - daysAgo) ?? NO_DAY;

function Takings({ today }: Shown) {
  if (today === undefined) {
    return (
      <div>
        <p className={styles.figure}>
          <Bone width="5em" />
        </p>
        <p className={styles.note}>
          <Bone width="9em" />
        </p>
      </div>
    );
  }
  const { total, orders } = dayOf(today);
  const minor = minorOf(total);
  return (
    <div>
      <p className={isLong(minor) ? styles.longFigure : styles.figure}>
        <span className={ruledFigure}>
          <Figure minor={minor} currency={currencyOf(today.currency)} />
        </span>
      </p>
      <p className={styles.note}>
        {counted(orders, "sale")}
        <Comparison today={today} />
      </p>
    </div>
  );
}

/** Beside yesterday at this time, or all of yesterday if nothing was sold by then. */
function Comparison({ today }: { today: Today }) {
  const currency = currencyOf(today.currency);
  const before = minorOf(today.yesterday_by_now);
  const all = minorOf(dayOf(today, 1).total);
  if (before === 0) return ` · ${formatMoney(all, currency)} in all yesterday`;
  const percent = (100 * (minorOf(dayOf(today).total) - before)) / before;
  const growth = growthOf(percent, "on yesterday by this time");
  return (
    <>
      {" · "}
      <Trend growth={growth} /> ({formatMoney(before, currency)})
    </>
  );
}

function Methods({ today }: Shown) {
  const totalOf = (method: string): number =>
    today?.methods.find(({ payment_method: used }) => used === method)?.total ?? 0;
  return (
    <dl className={styles.methods}>
      {paymentMethods.map(({ value, label }) => (
        <div key={value}>
          <dt className={styles.name}>{label}</dt>
          <dd>
            {today === undefined ? (
              <Bone width="4em" />
            ) : (
              <Money minor={minorOf(totalOf(value))} currency={currencyOf(today.currency)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar for each day, in proportion to the best one. */
function Week({ today }: Shown) {
  if (today === undefined) return <div aria-hidden className={styles.week} />;
  const best = Math.max(...today.days.map(({ total }) => total));
  const currency = currencyOf(today.currency);
  return (
    <ol className={styles.week} aria-label={`The last ${DAYS} days`}>
      {today.days.map((day) => (
        <Day key={day.day} day={day} best={best} currency={currency} />
      ))}
    </ol>
  );
}

type DayProps = Readonly<{ day: Today["days"][number]; best: number; currency: Currency }>;

function Day({ day: { day, orders, total }, best, currency }: DayProps) {
  const percent = best > 0 ? (Math.max(0, total) / best) * 100 : 0;
  const takings = `${dayText(day)}: ${formatMoney(minorOf(total), currency)}`;
  return (
    <li className={styles.day} title={takings}>
      <span className={styles.track}>
        <span className={styles.bar} style={{ blockSize: `${percent}%` }} />
      </span>
      <span aria-hidden>{weekday(day)}</span>
      <VisuallyHidden>{`${takings}, ${counted(orders, "sale")}`}</VisuallyHidden>
    </li>
  );
}
