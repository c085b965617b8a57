import * as z from "zod/mini";

import { IdInput, PriceInput } from "#kernel/contract/api/fields.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import { EVENT_TYPES } from "#kernel/contract/event-types.ts";

/** The event browser filters by these. */
export const AuditEventType = z.enum(EVENT_TYPES.map(({ type }) => type));
export type AuditEventType = z.infer<typeof AuditEventType>;

const DAY = "Must be a day such as 2026-12-31";
/** A day in the tenant's timezone. */
const Day = z.iso
  .date(DAY)
  .check(z.refine((day) => day >= "0001-01-01", "The year must be 1 or later"));

type Days = Readonly<{ from?: string | undefined; to?: string | undefined }>;
const isInOrder = z.refine<Days>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ["from"], message: "from must not be after to" },
);

/**
 * Newest first. All given filters apply. `person` is the actor; `product`, `customer` and `sale`
 * are the subject. A sale also counts for its products and its customer. `min` and `max` are
 * amounts in the tenant's currency and match only sales and voids. Days are the days of recording.
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
    /** The `next` of the previous page. */
    before: z.optional(Count),
    limit: z.optional(Count),
  })
  .check(isInOrder);
export type AuditEventsQuery = z.infer<typeof AuditEventsQuery>;

export const StoryKind = z.enum(["product", "customer", "sale", "person"]);
export type StoryKind = z.infer<typeof StoryKind>;

/** Oldest first. `after` is the `next` of the previous page. */
export const StoryQuery = z.object({ after: z.optional(Count), limit: z.optional(Count) });
export type StoryQuery = z.infer<typeof StoryQuery>;

/**
 * The product, customer, sale or person that an event is about. `name` is null for an erased
 * person.
 */
const AuditSubject = z.object({ kind: StoryKind, id: z.string(), name: z.nullable(z.string()) });
export type AuditSubject = z.infer<typeof AuditSubject>;

/** The actor's name: of a person, "Staff 3, removed", "Tillbook" or "Tillbook support". */
const AuditActor = z.object({ id: z.string(), name: z.string() });

const item = {
  seq: z.int(),
  /** An `AuditEventType`, unless the log was tampered with. */
  type: z.string(),
  sentence: z.string(),
  actor: AuditActor,
  recorded_at: z.string(),
  occurred_at: z.string(),
  /** For sales and voids, in pesewas of `currency`. */
  amount_minor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  subject: z.nullable(AuditSubject),
} as const;

export const AuditEventItem = z.object(item);
export type AuditEventItem = z.infer<typeof AuditEventItem>;

/**
 * `next` is null only on the last page. A page may have fewer events than its size, even none,
 * when few events of a long log match.
 */
export const AuditEvents = z.object({
  events: z.array(AuditEventItem),
  next: z.nullable(z.string()),
});
export type AuditEvents = z.infer<typeof AuditEvents>;

/**
 * Formatted for display, such as `price` and `GH₵45.00`. Null if there was no value before, or
 * there is none now.
 */
const AuditChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type AuditChange = z.infer<typeof AuditChange>;

/**
 * `data`, `meta` and `effects` are the stored JSON texts, byte for byte: the leaf is their hash.
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
  /** web, legacy, offline, import, system or till. */
  source: z.string(),
  device: z.nullable(z.string()),
  session: z.nullable(z.string()),
  changes: z.array(AuditChange),
  data: z.string(),
  meta: z.string(),
  effects: z.nullable(z.string()),
  leaf: z.string(),
  chain: z.string(),
  /**
   * The first signed head that includes this event. Null while it is not signed; then there is no
   * proof either.
   */
  checkpoint: z.nullable(
    z.object({ tree_size: z.int(), root: z.string(), note: z.string(), signed_at: z.string() }),
  ),
  /** From the event's leaf to `root` (RFC 9162, 2.1.3), lowest first. */
  proof: z.array(z.string()),
  /**
   * True if leaf and proof, computed for this answer, lead to the signed root. Null while the
   * event is not signed.
   */
  holds: z.nullable(z.boolean()),
});
export type AuditEventDetail = z.infer<typeof AuditEventDetail>;

const YEAR_DAYS = 366;
const DAY_MS = 86_400_000;

/** Days in the tenant's timezone, both included. Without them the last 7 days; at most a year. */
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
    "Choose at most a year",
  ),
);
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/**
 * `count` is the number of acts in the days asked for, `rate` the same per day, `own_mean` the
 * person's rate in the 30 days before, `team_p95` the 95th percentile of all rates. `stands_out` is
 * true above both three times `own_mean` and `team_p95`, for a person who recorded something on ten of those days.
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
      /** Null for a removed person. */
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

/**
 * `GET /api/v1/audit/export` answers with the bundle of docs/audit.md as a download
 * (`application/x-ndjson`). It is 409 `nothing-signed` while no head is signed. `export` and
 * `verify` are both 429 `audit-busy` while others read whole logs.
 *
 * `GET /api/v1/audit/verify` answers in lines of JSON (`application/x-ndjson`) as it goes: some
 * `progress`, a `deviation` for each finding, and last one `result`. A stream that ends without a
 * `result` proves nothing.
 */
export const VerifyLine = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), done: z.int(), of: z.int() }),
  z.object({
    kind: z.literal("deviation"),
    seq: z.int(),
    deviation: z.string(),
    message: z.string(),
  }),
  z.object({
    kind: z.literal("result"),
    holds: z.boolean(),
    events: z.int(),
    deviations: z.int(),
    /** The last signed event; null while nothing is signed. */
    signed: z.nullable(z.int()),
  }),
]);
export type VerifyLine = z.infer<typeof VerifyLine>;
