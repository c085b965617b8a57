import type { Person } from "#kernel/contract/events/names.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

import type { EventFilter } from "./filter-branches.ts";
import { type ScanLimits, foundEvents, foundOfPerson, foundStory } from "./found-events.ts";

/** An event as stored, with the current names of its subject. */
export type EventRow = {
  event: {
    tenantId: string;
    seq: number;
    streamId: string;
    streamVersion: number;
    streamType: string;
    type: string;
    schemaV: number;
    commandId: string;
    commandIx: number;
    actorId: string;
    recordedMs: number;
    occurredMs: number;
    data: string;
    meta: string;
    effects: string | null;
  };
  receipt: string | null;
  /** The customer's name on the sale. Null if erased. */
  customer_name: string | null;
  product_name: string | null;
  /** The customer's current name. Null if erased. */
  called: string | null;
  /**
   * What this event said about the customer, opened: columns and values as JSON. Null if erased.
   */
  personal: string | null;
};

export type EventsBody = {
  timezone: string;
  people: (Person & { role: string })[];
  events: EventRow[];
  /**
   * The search found every match back to this event; earlier events may match too. Null if none
   * can, or if the page is full.
   */
  reached: number | null;
};

export const PROJECTIONS = [
  "shops",
  "sales",
  "takings",
  "stock_movements",
  "changes",
  "products",
  "customers",
  "receipt_copies",
];

/** SQL: an event `e` with the names of its subject. */
export const EVENT_COLUMNS = `
  json_build_object('tenantId', e.tenant_id, 'seq', e.seq, 'streamId', e.stream_id, 'streamVersion', e.stream_version,
    'streamType', e.stream_type, 'type', e.type, 'schemaV', e.schema_v, 'commandId', e.command_id,
    'commandIx', e.command_ix, 'actorId', e.actor_id, 'recordedMs', e.recorded_ms, 'occurredMs', e.occurred_ms,
    'data', e.data::text, 'meta', e.meta::text, 'effects', e.effects::text) as event,
  s.store || '-' || s.register || '-' || s.receipt_number as receipt, s.customer_name, p.name as product_name,
  nullif(trim(concat_ws(' ', k.first_name, k.last_name)), '') as called, c.personal`;

export const EVENT_TABLES = `
  left join rm.rm_sales s on s.tenant_id = $1 and e.stream_type = 'sale' and s.sale_id = e.stream_id
  left join rm.rm_products p on p.tenant_id = $1 and e.stream_type = 'product' and p.product_id = e.stream_id
  left join rm.rm_customers k on k.tenant_id = $1 and e.stream_type = 'customer' and k.customer_id = e.stream_id
  left join rm.rm_changes c on c.tenant_id = $1 and c.projection = 'customers' and c.seq = e.seq`;

/** The staff, present and past, in the order in which they joined. */
export const PEOPLE = `
  (select coalesce(json_agg(n order by n.joined_ms, n.user_id), '[]') from auth.people($1) n)`;

/** The same, and after them people who were invited and have not joined. */
export const PEOPLE_AND_INVITED = `
  (select coalesce(json_agg(n order by n.joined_ms, n.user_id), '[]')
     from (select * from auth.people($1)
           union all
           select i.user_id, i.role, true, i.first_name, i.last_name, null
             from auth.invited_names($1) i) n)`;

const bodyOf = (order: "asc" | "desc", reached = "null"): string => `json_build_object(
    'timezone', (select timezone from clock),
    'people', ${PEOPLE_AND_INVITED},
    'reached', ${reached},
    'events', (select coalesce(json_agg(x order by x.seq ${order}), '[]') from (
      select e.seq, ${EVENT_COLUMNS}
        from found f
        join es.events e on e.tenant_id = $1 and e.seq = f.seq ${EVENT_TABLES}) x))`;

/** Null if the subject is unknown. A page after its last event is empty instead. */
const storyOf = (name: string, found: string): Prepared<EventsBody | null> =>
  prepare({
    name: `audit-story-${name}`,
    projections: PROJECTIONS,
    sql: `with ${found}
      select case when ($2 ->> 'after')::bigint > 0 or exists (select from found) then ${bodyOf("asc")} end`,
  });

export const nameOf = (filter: EventFilter): string =>
  Object.entries(filter)
    .flatMap(([name, value]) => (value === undefined ? [] : [value === true ? name : value]))
    .toSorted()
    .join("-");

/**
 * The questions of the event browser, the newest event first. There are 128 combinations of filters; each question is
 * prepared when it is first asked.
 */
export function eventQuestions(limits: ScanLimits): (filter: EventFilter) => Prepared<EventsBody> {
  const known = new Map<string, Prepared<EventsBody>>();
  return (filter) => {
    const name = nameOf(filter);
    const question: Prepared<EventsBody> =
      known.get(name) ??
      prepare({
        name: `audit-events-${name}-${limits.steps}`,
        projections: PROJECTIONS,
        sql: `with ${foundEvents(filter, limits)} select ${bodyOf("desc", "(select r.seq from reached r)")}`,
      });
    known.set(name, question);
    return question;
  };
}

/** A scan of so many rows takes a few milliseconds and fills most pages. */
export const eventsOf = eventQuestions({ steps: 2500, few: 500 });

/** Oldest event first. */
export const STORIES = {
  product: storyOf("product", foundStory({ product: true })),
  customer: storyOf("customer", foundStory({ customer: true })),
  sale: storyOf("sale", foundStory({ sale: true })),
  person: storyOf("person", foundOfPerson()),
} as const;
