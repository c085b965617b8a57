import type { Activity as ActivityAnswer, ActivityFigure } from "#kernel/contract/api/audit.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { daysBefore, dayText, today } from "#web/format/days.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { ToolSelect } from "#web/ui/form/select-field.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

import { auditLinks } from "./audit-links.ts";
import { activityQuery, type Days } from "./audit-queries.ts";
import * as styles from "./audit.css.ts";
import * as auditStyles from "./audit.css.ts";

const FAILED = {
  failed: "Failed to load the staff activity",
  error: "Error loading the staff activity",
};

const SPANS = [
  { value: "7", label: "Last 7 days" },
  { value: "1", label: "Today" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
] as const;

/** `type` is the event type that is counted, if there is exactly one. */
const KINDS = [
  { kind: "sales", label: "Sales", type: "SaleRecorded" },
  { kind: "voids", label: "Voids", type: "SaleVoided" },
  { kind: "price_overrides", label: "Price overrides", type: undefined },
  { kind: "adjustments", label: "Adjustments", type: undefined },
  { kind: "sign_ins", label: "Sign-ins", type: "SignedIn" },
] as const;

/** Counts by person, with unusual rates flagged. */
export function StaffActivity() {
  const span = useChoiceParam("days", ["7", "1", "30", "90"]);
  const to = today(useTimeZone(), useNow());
  const from = daysBefore(to, Number(span.value) - 1);
  const activity = useScreenQuery(activityQuery({ from, to }), FAILED);
  return (
    <div className={auditStyles.stack}>
      <div className={auditStyles.inline}>
        <ToolSelect
          label="Days"
          value={span.value}
          onChange={(event) => span.choose(event.currentTarget.value)}
        >
          {SPANS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </ToolSelect>
        <p className={auditStyles.quiet}>
          {from === to ? dayText(to) : `${dayText(from)} to ${dayText(to)}`}
        </p>
      </div>
      <p className={auditStyles.note}>
        Flagged when it is over three times the person's own average of the 30 days before, and
        higher than almost all of the team. People who recorded something on fewer than 10 of those
        days are not flagged. Sales count on the day they were made, also those that were entered
        later.
      </p>
      {activity.status === "loading" && (
        <SkeletonRows rows={4} kind="lines" label="Loading the staff activity..." />
      )}
      {activity.status === "error" && <ErrorState problem={activity} action={texts.tryAgain} />}
      {activity.status === "ready" && <People {...activity.data} />}
    </div>
  );
}

function People({ people, ...days }: ActivityAnswer) {
  if (people.length === 0) {
    return <EmptyState icon="users" title="No staff yet" hint="Your team appears here." />;
  }
  return (
    <Panel>
      <ul>
        {people.map((person) => (
          <Person key={person.id} person={person} days={days} />
        ))}
      </ul>
    </Panel>
  );
}

type PersonProps = { person: ActivityAnswer["people"][number]; days: Days };

function Person({ person, days: { from, to } }: PersonProps) {
  return (
    <li className={styles.person}>
      <TextLink href={auditLinks.story("person", person.id)}>{person.name}</TextLink>
      <dl className={styles.figures}>
        {KINDS.map(({ kind, label, type }) => (
          <div key={kind}>
            <dt className={auditStyles.quiet}>{label}</dt>
            <Figure
              figure={person[kind]}
              of={`${label} of ${person.name}`}
              href={type && auditLinks.events({ type, person: person.id, from, to })}
            />
          </div>
        ))}
      </dl>
    </li>
  );
}

const aDay = (rate: number): string => rate.toLocaleString("en-GH", { maximumFractionDigits: 1 });

type FigureProps = { figure: ActivityFigure; of: string; href: string | undefined };

/** A count that links to its events. */
function Figure({ figure, of, href }: FigureProps) {
  const { count, rate, own_mean: mean, stands_out: standsOut } = figure;
  const text = count.toLocaleString("en-GH");
  return (
    <>
      <dd className={styles.count}>
        {href === undefined || count === 0 ? (
          text
        ) : (
          <TextLink href={href}>
            {text}
            <VisuallyHidden> {of}</VisuallyHidden>
          </TextLink>
        )}
      </dd>
      {standsOut && (
        <dd>
          <StatusBadge tone="waiting" icon="warning">
            Flagged
          </StatusBadge>
          <p className={auditStyles.quiet}>
            {aDay(rate)} a day, {aDay(mean)} before
          </p>
        </dd>
      )}
    </>
  );
}
