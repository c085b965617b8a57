import type { AuditEventItem, AuditSubject } from "#kernel/contract/api/audit.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { sentenceOf } from "#kernel/contract/events/describe-event.ts";
import { personNames, type PersonNames, timeFormatter } from "#kernel/contract/events/names.ts";
import { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { SentenceContext } from "#kernel/contract/events/sentences.ts";
import { shortId } from "#kernel/contract/ids.ts";

import type { EventRow, EventsBody } from "./events.query.ts";
import { openedIn } from "./opened-texts.ts";

export type EventDescriber = Readonly<{
  nameOf: PersonNames["nameOf"];
  contextOf: (row: EventRow, event: RecordedEvent) => SentenceContext;
}>;

/**
 * Describes events of one tenant, with its people and time zone. Sealed texts come from the read
 * models.
 */
export function eventDescriber({
  people,
  timezone,
}: Pick<EventsBody, "people" | "timezone">): EventDescriber {
  const { nameOf, personOf } = personNames(people);
  const timeOf = timeFormatter(timezone);
  return {
    nameOf,
    contextOf: (row, event) => {
      const texts = openedIn(row, event);
      return {
        personOf,
        timeOf,
        open: (sealed) => texts.get(sealed),
        unknownName: "an erased person",
      };
    },
  };
}

/** Undefined if the event was tampered with and cannot be parsed. It is still shown. */
export function parsed({ event }: EventRow): RecordedEvent | undefined {
  try {
    return parseStored(StoredEvent.parse(event));
  } catch {
    return undefined;
  }
}

export function toItem(row: EventRow, describer: EventDescriber): AuditEventItem {
  const { seq, type, actorId, recordedMs, occurredMs } = row.event;
  const event = parsed(row);
  return {
    seq,
    type,
    sentence: event
      ? sentenceOf(event, describer.contextOf(row, event))
      : `This event cannot be read: it is not a valid ${type}.`,
    actor: { id: actorId, name: describer.nameOf(actorId, event?.meta.source) },
    recorded_at: new Date(recordedMs).toISOString(),
    occurred_at: new Date(occurredMs).toISOString(),
    ...(event ? amountOf(event) : { amount_minor: null, currency: null }),
    subject: event ? subjectOf(event, row, describer) : null,
  };
}

const amountOf = (event: RecordedEvent) =>
  event.type === "SaleRecorded" || event.type === "SaleVoided"
    ? { amount_minor: event.data.totalMinor, currency: event.data.currency }
    : { amount_minor: null, currency: null };

function subjectOf(
  event: RecordedEvent,
  row: EventRow,
  describer: EventDescriber,
): AuditSubject | null {
  const { data } = event;
  if ("saleId" in data) {
    return { kind: "sale", id: data.saleId, name: row.receipt ?? shortId(data.saleId) };
  }
  if ("productId" in data) return { kind: "product", id: data.productId, name: row.product_name };
  if ("customerId" in data) return { kind: "customer", id: data.customerId, name: row.called };
  if ("userId" in data && typeof data.userId === "string") {
    return { kind: "person", id: data.userId, name: describer.nameOf(data.userId) };
  }
  return null;
}
