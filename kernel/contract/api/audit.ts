import * as z from "zod/mini";

import { IdInput, PriceInput } from "#kernel/contract/api/fields.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import { EVENT_TYPES } from "#kernel/contract/event-types.ts";

/** The event browser filters by these. */
export const AuditEventType = z.enum(EVENT_TYPES.map(({ type }) => type));
export type AuditEventType = z.infer<typeof AuditEventType>;

const DAY = "Must be a day such as 2026-12-31";
/** As the shop's calendar has it. */
const Day = z.iso.date(DAY).check(z.refine((day) => day >= "0001-01-01", "There is no year 0"));

type Days = Readonly<{ from?: string | undefined; to?: string | undefined }>;
const isInOrder = z.refine<Days>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ["from"], message: "from must not be behind to" },
);

/**
 * The newest first. All that is given must hold. `person` is who did it; `product`, `customer` and `sale` what it is
 * about (a sale is about its products and its customer too); `min` and `max` are amounts in the shop's money, as on
 * every route, of sales and their voids: nothing else has one. Days are those on which it was recorded.
 */
export const AuditEventsQuery = z
  .object({
    type: z.optional(AuditEventType),
    person: z.optional(IdInput),
    product: z.optional(IdInput),
    customer: z.optional(IdInput),
    sale: z.optional(IdInput),
    min: z.optional(PriceInput),
    max: z.optional(PriceInput),
    from: z.optional(Day),
    to: z.optional(Day),
    /** The `next` of the page before. */
    before: z.optional(Count),
    limit: z.optional(Count),
  })
  .check(isInOrder);
export type AuditEventsQuery = z.infer<typeof AuditEventsQuery>;

export const StoryKind = z.enum(["product", "customer", "sale", "person"]);
export type StoryKind = z.infer<typeof StoryKind>;

/** The oldest first; `after` is the `next` of the page before. */
export const StoryQuery = z.object({ after: z.optional(Count), limit: z.optional(Count) });
export type StoryQuery = z.infer<typeof StoryQuery>;

/** What an event is about, where that is a thing with a story. Who was erased has no name. */
const AuditSubject = z.object({ kind: StoryKind, id: z.string(), name: z.nullable(z.string()) });
export type AuditSubject = z.infer<typeof AuditSubject>;

/** Who did it: a name, "Staff 3, removed", "The system" or "The platform". */
const AuditActor = z.object({ id: z.string(), name: z.string() });

const item = {
  seq: z.int(),
  /** An `AuditEventType`, as long as nobody tampered with it. */
  type: z.string(),
  sentence: z.string(),
  actor: AuditActor,
  recorded_at: z.string(),
  occurred_at: z.string(),
  /** Of a sale and of its void, in pesewas of `currency`. */
  amount_minor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  subject: z.nullable(AuditSubject),
} as const;

export const AuditEventItem = z.object(item);
export type AuditEventItem = z.infer<typeof AuditEventItem>;

/**
 * Of the event browser and of stories. `next` is null on the last page, and there alone: where few events of a long log
 * are looked for, a page may have less than its size, or nothing, and the next ones more.
 */
export const AuditEvents = z.object({
  events: z.array(AuditEventItem),
  next: z.nullable(z.string()),
});
export type AuditEvents = z.infer<typeof AuditEvents>;

/** In words, ready to be shown: `price`, `GH₵45.00`. Null: there was nothing, or there is nothing now. */
const AuditChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type AuditChange = z.infer<typeof AuditChange>;

/**
 * `data`, `meta` and `effects` are the JSON texts as they were stored, to their last byte: the leaf is their hash.
 * `leaf`, `chain`, `root` and `proof` are hex.
 */
export const AuditEventDetail = z.object({
  ...item,
  stream_id: z.string(),
  stream_type: z.string(),
  stream_version: z.int(),
  schema_v: z.int(),
  command_id: z.string(),
  command_ix: z.int(),
  /** web, legacy, offline, import or system. */
  source: z.string(),
  device: z.nullable(z.string()),
  session: z.nullable(z.string()),
  changes: z.array(AuditChange),
  data: z.string(),
  meta: z.string(),
  effects: z.nullable(z.string()),
  leaf: z.string(),
  chain: z.string(),
  /** The first signed checkpoint that has this event in it. Null: not signed yet; then there is no proof either. */
  checkpoint: z.nullable(
    z.object({ tree_size: z.int(), root: z.string(), note: z.string(), signed_at: z.string() }),
  ),
  /** From the event's leaf to `root` (RFC 9162, 2.1.3), the lowest first. */
  proof: z.array(z.string()),
  /** Whether leaf and proof, computed anew for this answer, lead to what was signed. Null: not signed yet. */
  holds: z.nullable(z.boolean()),
});
export type AuditEventDetail = z.infer<typeof AuditEventDetail>;

const YEAR_DAYS = 366;
const DAY_MS = 86_400_000;

/** Days of the shop, both with and both or neither; without them the last 7. At most a year. */
export const ActivityQuery = z.object({ from: z.optional(Day), to: z.optional(Day) }).check(
  isInOrder,
  z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: "Send from and to together",
  }),
  z.refine(
    ({ from, to }) =>
      from === undefined ||
      to === undefined ||
      Date.parse(to) - Date.parse(from) < YEAR_DAYS * DAY_MS,
    "At most a year",
  ),
);
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/**
 * How often somebody did something in the days asked for. `rate` is that by day, `own_mean` the same of their 30 days
 * before, `team_p95` the 95th percentile of everybody's `rate`. It stands out where it is over three times `own_mean`
 * and over `team_p95`.
 */
const ActivityFigure = z.object({
  count: z.int(),
  rate: z.number(),
  own_mean: z.number(),
  team_p95: z.number(),
  stands_out: z.boolean(),
});
export type ActivityFigure = z.infer<typeof ActivityFigure>;

export const ActivityKind = z.enum([
  "sales",
  "voids",
  "price_overrides",
  "adjustments",
  "sign_ins",
]);
export type ActivityKind = z.infer<typeof ActivityKind>;

export const Activity = z.object({
  from: z.string(),
  to: z.string(),
  days: z.int(),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Null of who has gone. */
      role: z.nullable(z.string()),
      sales: ActivityFigure,
      voids: ActivityFigure,
      price_overrides: ActivityFigure,
      adjustments: ActivityFigure,
      sign_ins: ActivityFigure,
    }),
  ),
});
export type Activity = z.infer<typeof Activity>;
