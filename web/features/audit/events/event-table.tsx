import type { AuditEventItem } from "#kernel/contract/api/audit.ts";
import * as styles from "#web/features/audit/audit.css.ts";
import { subjectText } from "#web/features/audit/event-words.ts";
import { currencyOf } from "#web/format/money.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Cell, Narrow, Table, TableRow, type Column } from "#web/ui/table/table.tsx";

const COLUMNS: readonly Column[] = [
  { name: "Event", kind: "title", width: "52%" },
  { name: "About", kind: "wide" },
  { name: "Recorded", kind: "meta" },
  { name: "Amount", kind: "moneyLast" },
];

type EventTableProps = {
  events: readonly AuditEventItem[];
  onOpen: (seq: number) => void;
};

/** One row per event: actor, sentence, subject, time and amount. */
export function EventTable({ events, onOpen }: EventTableProps) {
  return (
    <Table columns={COLUMNS}>
      {events.map((event) => (
        <EventRow key={event.seq} event={event} onOpen={onOpen} />
      ))}
    </Table>
  );
}

type EventRowProps = { event: AuditEventItem; onOpen: (seq: number) => void };

function EventRow({ event, onOpen }: EventRowProps) {
  const { seq, sentence, recorded_at: recordedAt, amount_minor: amount } = event;
  const zone = useTimeZone();
  const now = useNow();
  const about = aboutText(event);
  return (
    <TableRow>
      <Cell kind="title">
        <button type="button" className={styles.open} onClick={() => onOpen(seq)}>
          <span className={styles.sentence}>
            {sentence}
            <VisuallyHidden> Event {seq}</VisuallyHidden>
          </span>
        </button>
      </Cell>
      <Cell kind="wide">{about}</Cell>
      <Cell kind="meta">
        <span>
          {about !== undefined && <Narrow>{about} · </Narrow>}
          <time dateTime={recordedAt}>{shopTime(recordedAt, zone, now)}</time>
        </span>
      </Cell>
      <Cell kind="moneyLast">
        {amount !== null && (
          <Money scale="row" minor={amount} currency={currencyOf(event.currency ?? undefined)} />
        )}
      </Cell>
    </TableRow>
  );
}

/** Undefined if the actor is the subject, because the sentence already names them. */
const aboutText = ({ subject, actor }: AuditEventItem): string | undefined =>
  subject === null || subject.id === actor.id ? undefined : subjectText(subject);
