import * as z from "zod/mini";

import { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { Job, JobKind } from "./job.ts";

/** What the reactor looks at of an event. */
export const NewsEvent = z.object({
  tenantId: TenantId,
  seq: z.int(),
  type: z.string(),
  actorId: UserId,
  commandId: CommandId,
  recordedMs: z.int(),
  /** Of a product each: what it moved by, and what was there after. */
  stock: z.nullable(z.array(z.tuple([StreamId, z.int(), z.int()]))),
  /** Of an account that is to be deleted: when. */
  untilMs: z.nullable(z.int()),
});
export type NewsEvent = z.infer<typeof NewsEvent>;

/** At which stock a product begins to run low. */
export type ThresholdOf = (tenantId: TenantId, productId: string) => number;

export type Reaction = Readonly<{ job: Job; seq: number; startAfterMs?: number }>;

const KINDS: ReadonlyMap<string, readonly JobKind[]> = new Map([
  ["PasswordResetRequested", ["password-reset"]],
  ["PasswordChanged", ["password-changed"]],
  ["StaffInvited", ["invitation"]],
  ["InvitationResent", ["invitation"]],
  ["TrialEnded", ["trial-ended"]],
  ["AccountDeletionRequested", ["deletion-requested", "account-deletion"]],
  ["AccountDeleted", ["account-deleted"]],
]);

/** What follows from one event. Pure: who hands it over sees to it that it follows once. */
export function reactionsTo(event: NewsEvent, thresholdOf: ThresholdOf): readonly Reaction[] {
  const { tenantId, seq, actorId } = event;
  const reaction = (kind: JobKind, more: Partial<Job> = {}): Reaction => ({
    seq,
    job: {
      kind,
      tenantId,
      key: derivedId(tenantId, `${seq}|${kind}`),
      actorId,
      seqs: [seq],
      ...more,
    },
    ...(kind === "account-deletion" && event.untilMs !== null
      ? { startAfterMs: event.untilMs }
      : {}),
  });
  const productIds = crossings(event, thresholdOf);
  return [
    ...(KINDS.get(event.type) ?? []).map((kind) => reaction(kind)),
    ...(productIds.length > 0 ? [reaction("low-stock", { productIds })] : []),
  ];
}

/** Products that had enough before this event and have not after it: once for each way down. */
const crossings = ({ tenantId, stock }: NewsEvent, thresholdOf: ThresholdOf): string[] =>
  (stock ?? []).flatMap(([productId, delta, after]) => {
    const threshold = thresholdOf(tenantId, productId);
    return after < threshold && after - delta >= threshold ? [productId] : [];
  });

/** Something may follow from it. */
export const isLookedAt = ({ type, stock }: NewsEvent): boolean =>
  stock !== null || KINDS.has(type);
