import { Member, member } from "#command-api/account-store/member.ts";
import { approval } from "#command-api/approval/approval.ts";
import { type PlannedEvent, planStream } from "#command-api/event-store/plan.ts";
import type { ReadEvents } from "#command-api/event-store/read-events.ts";
import { businessSettingsStream, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import { isProvedAt } from "#command-api/till/add-person.ts";
import { fold } from "#command-api/till/fold.ts";
import { till, tillStream } from "#command-api/till/till.ts";
import type { Entry } from "#kernel/contract/api/till/entries.ts";
import { APPROVAL_MS } from "#kernel/contract/approval.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { StreamId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { InvariantError, isRejection } from "#kernel/contract/rejection.ts";
import { can } from "#kernel/contract/rights.ts";
import { derivedId, memberStream } from "#kernel/node/ids.ts";

import type { GrantedApproval } from "./entry-decision.ts";
import type { MovingHeads } from "./moving-heads.ts";
import type { TillIdentity } from "./till-identity.ts";

/** The clocks of a till and of the server may differ by so much. */
const CLOCKS_MS = 10_000;

/** Of an approval without a network, which the server hears of with the entry. */
const claimStream = (entryId: string): StreamId => StreamId.parse(derivedId(entryId, "approval"));

/** The streams that an entry's approval is decided on. */
export const approvalStreams = ({ id, approval: claimed }: Entry): readonly StreamId[] =>
  claimed ? [memberStream(claimed.by), claimStream(id)] : [];

type Approving = Readonly<{
  identity: TillIdentity;
  heads: MovingHeads;
  entry: Entry;
  /** When the entry happened. */
  occurredMs: number;
}>;

type Log = Pick<ReadEvents, "history">;

/**
 * The approval of an entry, if it counts: of another person, for this entry and act, in time. What a
 * till says that does not count is left out, so that no name is on what the person did not approve.
 */
export async function findApproval(
  log: Log,
  approving: Approving,
): Promise<GrantedApproval | undefined> {
  const { entry } = approving;
  if (!entry.approval || entry.approval.by === entry.person) return undefined;
  return entry.approval.how === "server" ? findGiven(log, approving) : findClaimed(log, approving);
}

async function findGiven(
  { history }: Log,
  { identity: { tenantId }, entry, occurredMs }: Approving,
): Promise<GrantedApproval | undefined> {
  const { by, what, oversell, approvalId } = entry.approval ?? {};
  if (by === undefined || what === undefined || approvalId === undefined) return undefined;
  const stored = await history(tenantId, [StreamId.parse(approvalId)], ["ApprovalGiven"]);
  const [given] = stored.map(parseStored);
  if (given?.type !== "ApprovalGiven") return undefined;
  const { data } = given;
  const isOfActs = data.what === what && data.oversell === oversell;
  const isThis = data.entryId === entry.id && data.by === by && isOfActs;
  const isInTime = occurredMs <= given.occurredMs + APPROVAL_MS + CLOCKS_MS;
  if (!isThis || !isInTime) return undefined;
  return { approvalId, by, how: "server", what, oversell, upToMinor: data.amountMinor };
}

/** The till checked the PIN, which it can only of a person who unlocked it before. */
async function findClaimed(
  log: Log,
  { identity, heads, entry, occurredMs }: Approving,
): Promise<GrantedApproval | undefined> {
  if (!entry.approval) return undefined;
  const { by, what, oversell } = entry.approval;
  const { tenantId } = identity;
  const state = till.parseState(heads.of(tillStream(tenantId, identity.till)).state);
  if (!isProvedAt(state, identity, by)) return undefined;
  const today = Member.safeParse(heads.of(memberStream(by)).state).data;
  const isApprover =
    (today?.status === "active" && can(today.role, "approve")) ||
    (await wasApprover(log, { tenantId, by, atMs: occurredMs }));
  if (!isApprover) return undefined;
  return {
    approvalId: claimStream(entry.id),
    by,
    how: "offline",
    what,
    oversell,
    upToMinor: toTenantRules(heads.of(tenantId), heads.of(businessSettingsStream(tenantId)))
      .offlineApprovalMinor,
  };
}

async function wasApprover(
  { history }: Log,
  { tenantId, by, atMs }: Readonly<{ tenantId: TenantId; by: UserId; atMs: number }>,
): Promise<boolean> {
  const types = ["StaffInvited", "StaffJoined", "StaffRoleChanged", "StaffRemoved"] as const;
  const stored = await history(tenantId, [memberStream(by)], types);
  const then = stored.map(parseStored).filter(({ occurredMs }) => occurredMs <= atMs);
  const state = fold(member, then);
  return state.status === "active" && can(state.role, "approve");
}

type Claim = GrantedApproval & Readonly<{ amountMinor: number | undefined }>;

/** The event by which the approver is asked whether it was them. */
export function planClaim(
  heads: MovingHeads,
  { id: entryId }: Entry,
  { approvalId, by, what, oversell, amountMinor }: Claim,
): readonly PlannedEvent[] {
  const streamId = claimStream(entryId);
  const planned = planStream({
    decider: approval,
    streamId,
    head: heads.of(streamId),
    command: {
      type: "Claim",
      approvalId,
      entryId,
      by,
      what,
      ...(oversell && { oversell }),
      ...(amountMinor === undefined ? {} : { amountMinor }),
    },
  });
  if (isRejection(planned)) throw new InvariantError(`a claim was refused: ${planned.rejected}`);
  return planned;
}
