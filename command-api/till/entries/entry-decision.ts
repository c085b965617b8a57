import type { Head } from "#command-api/event-store/load.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import type { Entry, EntryApproval } from "#kernel/contract/api/till/entries.ts";
import type { EntryFlag } from "#kernel/contract/events/recorded.ts";
import type { CustomerId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";

/**
 * What a kind of entry needs, and how it is decided. It does no I/O but for sealing and for ports that
 * it was made with.
 */
export type EntryKind<Body> = Readonly<{
  /** `unknown-version`: the till is newer than this server, so its entry waits. */
  parse: (version: number, body: unknown) => Body | "unknown-version" | "malformed";
  /**
   * The streams that the decision needs. Those of the tenant's rules and of the person's membership
   * are always there, so it names the others: products, a customer.
   */
  streams: (body: Body, entry: Entry, tenantId: TenantId) => readonly StreamId[];
  decide: (input: EntryInput<Body>) => Promise<EntryDecision>;
}>;

export type EntryInput<Body> = Readonly<{
  tenantId: TenantId;
  till: number;
  entry: Entry;
  body: Body;
  /** When it happened, in ms, as far as the till is believed. */
  occurredMs: number;
  /** The approval of another person, if the entry has one that counts. */
  approval?: GrantedApproval | undefined;
  /** The time that the till claimed, if it was not believed. */
  claimedMs?: number | undefined;
  /**
   * A stream as it is after the entries before this one, also those of the same request. Throws for a
   * stream that `streams` did not name.
   */
  headOf: (stream: StreamId) => Head;
}>;

/** An approval that counts. It allows what is not further than this from the shop's prices. */
export type GrantedApproval = Readonly<{
  approvalId: string;
  by: UserId;
  how: EntryApproval["how"];
  what: EntryApproval["what"];
  oversell?: EntryApproval["oversell"];
  /** In pesewas; undefined: any amount. */
  upToMinor?: number | undefined;
}>;

/**
 * `planned` has at least one event. It moves no counter of the till: the shell adds that to the first
 * event. The flags `clock`,
 * `person-unproved` and `approval-offline` are the shell's. `concededMinor` is how far the entry is from
 * the shop's prices. `aside` is the code of the reason why
 * the entry cannot be applied. Its body is then sealed with the key of `subject`, whose stream `streams`
 * named; without one, with the key of `body.customer.id` or of the entry.
 */
export type EntryDecision =
  | Readonly<{
      planned: readonly PlannedEvent[];
      flags: readonly EntryFlag[];
      concededMinor?: number;
    }>
  | Readonly<{ aside: string; subject?: CustomerId }>;
