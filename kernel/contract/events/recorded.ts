// Shapes are stored permanently: add optional fields; never rename, retype or remove one.
import * as z from "zod";

import { AlsoOversell, ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";

const EventSource = z.enum(["web", "legacy", "offline", "import", "system", "till"]);
export type EventSource = z.infer<typeof EventSource>;

/** What was odd about an entry of a till, which is recorded all the same. */
const EntryFlag = z.enum([
  "clock",
  "old-price",
  "archived",
  "no-right",
  "person-unproved",
  "approval-offline",
  "product-unknown",
  "customer-unknown",
  "other-sum",
]);
export type EntryFlag = z.infer<typeof EntryFlag>;

/**
 * The approval of another person, which the server had or heard of from the till. `what` and
 * `oversell` are there if it allows two acts.
 */
const MetaApproval = z.object({
  by: UserId,
  how: z.enum(["server", "offline"]),
  approvalId: z.optional(z.string()),
  what: z.optional(ApprovedAct),
  oversell: AlsoOversell,
});

/**
 * `ip` is sealed with the key of the person who acted. An event of a till has the till's device and
 * its entry's seq, the position of the data that it was decided on, the time that the till claimed
 * if it was not believed, who approved it, and its flags.
 */
export const EventMeta = z.object({
  source: EventSource,
  requestId: z.optional(z.string()),
  sid: z.optional(z.string()),
  device: z.optional(z.string()),
  deviceSeq: z.optional(z.int()),
  ip: z.optional(z.string()),
  basis: z.optional(z.int()),
  claimedMs: z.optional(z.int()),
  approval: z.optional(MetaApproval),
  flags: z.optional(z.array(EntryFlag)),
});
export type EventMeta = z.infer<typeof EventMeta>;

/**
 * Facts that only the database knows, written by the append. Stock: [product, delta, after];
 * counters: [name, after].
 */
export const EventEffects = z.object({
  stock: z.optional(z.array(z.tuple([z.string(), z.int(), z.int()]))),
  counters: z.optional(z.array(z.tuple([z.string(), z.int()]))),
});
export type EventEffects = z.infer<typeof EventEffects>;

/**
 * An event as it is in the log and in Kafka: `data`, `meta` and `effects` are the exact stored JSON
 * texts.
 */
export const StoredEvent = z.object({
  tenantId: TenantId,
  seq: z.int(),
  streamId: StreamId,
  streamVersion: z.int(),
  streamType: z.string(),
  type: z.string(),
  schemaV: z.int(),
  commandId: CommandId,
  commandIx: z.int(),
  actorId: UserId,
  recordedMs: z.int(),
  occurredMs: z.int(),
  data: z.string(),
  meta: z.string(),
  effects: z.nullable(z.string()),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** Who sent an event and how, and its stream: no read model needs these, but for `meta` with flags. */
type Origin = Pick<StoredEvent, "streamId" | "streamType" | "commandId" | "commandIx" | "meta">;

/** A stored event as read models get it. `meta` is only sure to be there if it has flags. */
export type StoredToApply = Omit<StoredEvent, keyof Origin> & Readonly<{ meta?: string | null }>;

type AnyEvent = Readonly<{ type: string; data: object }>;

/** A parsed event as read models get it. `flagged`: of an entry of a till that has flags. */
export type Applied<Event extends AnyEvent> = Event &
  Readonly<
    Omit<StoredToApply, "type" | "data" | "effects" | "meta"> & {
      effects: EventEffects;
      flagged?: EventMeta;
    }
  >;

/** A parsed event with its whole envelope. */
export type Recorded<Event extends AnyEvent> = Applied<Event> &
  Readonly<Omit<Origin, "meta"> & { meta: EventMeta }>;
