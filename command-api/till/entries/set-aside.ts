import { Customer } from "#command-api/customer/customer.ts";
import { type PlannedEvent, planStream } from "#command-api/event-store/plan.ts";
import { till, type TillCommand, tillStream } from "#command-api/till/till.ts";
import type { Entry } from "#kernel/contract/api/till/entries.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { CustomerId } from "#kernel/contract/ids.ts";
import { InvariantError, isRejection } from "#kernel/contract/rejection.ts";
import { sealUnlessErased, type Sealer } from "#kernel/node/crypto/seal.ts";

import type { MovingHeads } from "./moving-heads.ts";
import type { TillIdentity } from "./till-identity.ts";

export type AsideInput = Readonly<{
  sealer: Sealer;
  identity: TillIdentity;
  heads: MovingHeads;
  entry: Entry;
  /** A code. */
  reason: string;
  /** The customer whom the entry is about, whose stream is among the heads. */
  subject: CustomerId | undefined;
}>;

/** The event that keeps an entry which cannot be applied, so that the next ones can follow. */
export async function planAside(input: AsideInput): Promise<readonly PlannedEvent[]> {
  const { identity, heads, entry, reason } = input;
  const body = await sealBody(input);
  return planTill(identity, heads, {
    type: "SetAside",
    entrySeq: entry.seq,
    entryId: entry.id,
    kind: entry.kind,
    reason,
    ...(body === undefined ? {} : { body }),
    ...(entry.v === 1 ? {} : { v: entry.v }),
  });
}

export const planLost = (
  identity: TillIdentity,
  heads: MovingHeads,
  range: Readonly<{ from: number; to: number }>,
): readonly PlannedEvent[] => planTill(identity, heads, { type: "LoseEntries", ...range });

function planTill(
  { tenantId, till: number }: TillIdentity,
  heads: MovingHeads,
  command: TillCommand,
): readonly PlannedEvent[] {
  const streamId = tillStream(tenantId, number);
  const planned = planStream({ decider: till, streamId, head: heads.of(streamId), command });
  if (isRejection(planned)) throw new InvariantError(`${command.type}: ${planned.rejected}`);
  return planned;
}

/**
 * A body may name a customer, whose erasure must reach it. If they are erased already, the body is not
 * kept; after a restore of an older backup only their missing key says so. Another body is sealed under
 * a key of its own.
 */
async function sealBody({
  sealer,
  identity,
  heads,
  entry,
  subject,
}: AsideInput): Promise<Sealed | undefined> {
  const known = subject && Customer.safeParse(heads.of(subject).state).data;
  if (known?.status === "erased") return undefined;
  const text = JSON.stringify(entry.body ?? null);
  return sealUnlessErased(sealer, identity.tenantId, subject ?? entry.id, text);
}
