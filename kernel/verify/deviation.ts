import type { TenantId } from "#kernel/contract/ids.ts";

/** How something deviates from what was recorded. */
export type DeviationKind =
  /** An event's data or effects were changed. */
  | "payload"
  /** Another field of an event was changed: its actor, time, stream or hashes. */
  | "metadata"
  /** An event has another event's number. */
  | "order"
  /** Events between others are missing. */
  | "gap"
  /** A row that was not recorded as an event. */
  | "extra-row"
  /** The last events are missing. */
  | "cut-tail"
  /** Events were rewritten together with their hashes. */
  | "forked-history"
  /** The tenant's head disagrees with its last event. */
  | "head"
  /** The write model: states, stock, counters. */
  | "snapshot"
  /** The tenant's staff and their roles. */
  | "membership"
  | "read-model"
  /** A signed head. */
  | "signed-checkpoint";

export type Deviation = Readonly<{
  tenantId: TenantId;
  /** The first event that shows it; if events are missing, the first missing one. */
  seq: number;
  kind: DeviationKind;
  message: string;
}>;

/** A deviation within the log of one tenant. */
export type LogDeviation = Omit<Deviation, "tenantId">;

export const missing = (first: number, last: number): string =>
  first === last ? `event ${first} is missing` : `events ${first} to ${last} are missing`;

export const NOT_AS_RECORDED = "the event is not what was recorded";
