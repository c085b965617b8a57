import { TENANT_STATUS } from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import {
  appendAll,
  inAccountTransaction,
  isRefusedWith,
  toEvents,
} from "#command-api/account-store/account-transaction.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import { checkPin, type PinNotConfirmed } from "#command-api/account-store/check-pin.ts";
import {
  forgetTries,
  lockPinRows,
  type PinHolder,
} from "#command-api/account-store/tables/pins.ts";
import { addSession } from "#command-api/account-store/tables/sessions.ts";
import { type Head, type Load, loadBatch, NO_HEAD } from "#command-api/event-store/load.ts";
import { requestHash } from "#command-api/http/request-hash.ts";
import { planPerson } from "#command-api/till/add-person.ts";
import type { TillIdentity } from "#command-api/till/entries/till-identity.ts";
import { till, tillStream, toTillState } from "#command-api/till/till.ts";
import type { SessionUser } from "#kernel/contract/api/session.ts";
import type { EventMeta } from "#kernel/contract/events/recorded.ts";
import { CommandId, SessionId, type UserId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { can } from "#kernel/contract/rights.ts";
import { newId } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import { TILL_SESSION_MS, type TokenSubject } from "#kernel/node/session/tokens.ts";

export type Unlocked = Readonly<{
  subject: TokenSubject;
  issuedMs: number;
  untilMs: number;
  user: SessionUser;
}>;

/** `till-not-active`: it was removed or paused, or waits to be approved. */
export type UnlockRefusal =
  | PinNotConfirmed
  | Rejection<"till-not-active">
  | Rejection<"tenant-suspended">;

export type UnlockDeps = Readonly<{ accounts: AccountDeps; load: Load }>;

type Unlocking = Readonly<{
  identity: TillIdentity;
  userId: UserId;
  pin: string;
  caller: Caller;
}>;

/** Opens a till session for a person who may sell, with the right PIN. */
export async function unlock(
  { accounts, load }: UnlockDeps,
  { identity, userId, pin, caller }: Unlocking,
): Promise<Unlocked | UnlockRefusal> {
  const { tenantId } = identity;
  // Before the PIN is compared: a till that was removed learns nothing about PINs.
  const streams = [tillStream(tenantId, identity.till)];
  const loaded = await load({ tenantId, commandId: CommandId.parse(tenantId), streams });
  if (!isActive(loaded.heads[0])) return reject("till-not-active");
  if (loaded.tenantStatus === TENANT_STATUS.suspended) return reject("tenant-suspended");

  const mayUse = (role: string) => can(role, "record-sale");
  const holder = await checkPin(accounts, { tenantId, userId, pin, caller, mayUse });
  if ("rejected" in holder) return holder;
  const nowMs = accounts.clock();
  const opening: Opening = {
    identity,
    userId,
    holder,
    caller,
    nowMs,
    untilMs: nowMs + TILL_SESSION_MS,
    sid: SessionId.parse(newId(nowMs)),
    commandId: CommandId.parse(newId(nowMs)),
  };
  const refusal = await tryToOpen(accounts, opening);
  if (refusal) return refusal;
  accounts.onAppended?.(new Set([tenantId]));
  return {
    subject: { aud: "tenant", userId, tenantId, sid: opening.sid, use: "till" },
    issuedMs: nowMs,
    untilMs: opening.untilMs,
    user: {
      id: userId,
      first_name: holder.firstName,
      last_name: holder.lastName,
      email: holder.email,
      role: holder.role,
    },
  };
}

type Opening = Readonly<{
  identity: TillIdentity;
  userId: UserId;
  holder: PinHolder;
  caller: Caller;
  nowMs: number;
  untilMs: number;
  sid: SessionId;
  commandId: CommandId;
}>;

async function tryToOpen(
  accounts: AccountDeps,
  opening: Opening,
): Promise<UnlockRefusal | undefined> {
  try {
    return await inAccountTransaction(accounts, opening.identity.tenantId, (client) =>
      openSession(accounts, client, opening),
    );
  } catch (error) {
    if (isRefusedWith(error, "tenant-suspended")) return reject("tenant-suspended");
    throw error;
  }
}

/**
 * A PIN or role that changed meanwhile is answered as a wrong PIN. The first time that the person
 * unlocks this till is recorded.
 */
async function openSession(
  { hashKey }: AccountDeps,
  client: PoolClient,
  { identity, userId, holder, caller, nowMs, untilMs, sid, commandId }: Opening,
): Promise<UnlockRefusal | undefined> {
  const { tenantId, till: number, deviceId } = identity;
  const person = { tenantId, userId };
  if (!(await lockPinRows(client, { ...person, ...holder }, nowMs))) return reject("wrong-pin");
  const streams = [tillStream(tenantId, number)];
  const [loaded] = await loadBatch(client, [{ tenantId, commandId, streams }]);
  const [head = NO_HEAD] = loaded?.heads ?? [];
  if (!isActive(head)) return reject("till-not-active");
  const planned = planPerson(identity, head, userId);
  if (isRejection(planned)) return reject("till-not-active");

  await forgetTries(client, person);
  const opened = { aud: "tenant", purpose: "till", till: number, place: caller, untilMs } as const;
  await addSession(client, { ...person, sid, ...opened }, nowMs);
  if (planned.length === 0) return undefined;
  const meta: EventMeta = { source: "till", requestId: caller.requestId, sid, device: deviceId };
  const request = { actorId: userId, method: "AddPerson", path: "", body: { sid } };
  await appendAll(client, [
    {
      tenantId,
      commandId,
      requestHash: requestHash(hashKey, request),
      actorId: userId,
      meta: JSON.stringify(meta),
      platform: false,
      events: toEvents(planned, nowMs),
    },
  ]);
  return undefined;
}

function isActive(head: Head | undefined): boolean {
  if (!head || head.version === 0) return false;
  const state = till.parseState(head.state);
  return state.status === "enrolled" && toTillState(state) === "active";
}
