import type { TenantId } from "#kernel/contract/ids.ts";

/** What kind of thing does not hold. */
export type DeviationKind =
  /** An event's data or effects are not those that were recorded. */
  | "payload"
  /** Anything else of an event: who, when, which stream, its hashes. */
  | "metadata"
  /** An event stands in another's place. */
  | "order"
  /** Events are missing between others. */
  | "gap"
  /** A row that nobody recorded. */
  | "extra-row"
  /** The last events are missing. */
  | "cut-tail"
  /** Events were written anew together with their hashes. */
  | "forked-history"
  /** What the log says of its own end. */
  | "head"
  /** The write model: states, stock, counters. */
  | "snapshot"
  /** Who works in a shop, and as what. */
  | "membership"
  | "read-model"
  | "signed-checkpoint";

export type Deviation = Readonly<{
  tenantId: TenantId;
  /** The first event that shows it; where events are missing, the first that does. */
  seq: number;
  kind: DeviationKind;
  message: string;
}>;

/** A deviation within the log of one tenant, which whoever reports it knows. */
export type Found = Omit<Deviation, "tenantId">;
