import { loadBatch } from "#command-api/event-store/load.ts";
import { createReadEvents } from "#command-api/event-store/read-events.ts";
import type { RegisterRequest } from "#kernel/contract/api/auth.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import {
  type CommandId,
  PLATFORM_TENANT_ID,
  SessionId,
  type TenantId,
} from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

import { findAccount } from "./account-rows.ts";
import type { Accounts } from "./account-transaction.ts";
import { ownerSession, type SignedInSession } from "./signed-in.ts";

type Repeat = Readonly<{ commandId: CommandId; body: RegisterRequest; hash: Buffer }>;

/**
 * The first answer to a key that was used before, down to the same token: it is the same session. The key
 * alone does not open it: the password has to be right again.
 */
export async function repeatedRegistration(
  accounts: Accounts,
  { commandId, body, hash }: Repeat,
): Promise<SignedInSession | Rejection<"key-reused" | "unavailable"> | undefined> {
  const before = await commandOf(accounts, PLATFORM_TENANT_ID, commandId);
  if (!before) return undefined;
  const registered = before.events.find((event) => event.type === "TenantRegistered");
  if (!before.requestHash.equals(hash) || !registered) return reject("key-reused");

  const account = await findAccount(accounts.pool, body.email);
  const isRight = await accounts.passwords.isRight(body.password, account?.passwordHash);
  if (typeof isRight === "object") return isRight;
  const own = await commandOf(accounts, registered.data.tenantId, commandId);
  const signedIn = own?.events.find((event) => event.type === "SignedIn");
  if (!isRight || !signedIn) return reject("key-reused");
  return ownerSession({
    business: registered.data,
    body,
    sid: SessionId.parse(signedIn.data.sid),
    issuedMs: signedIn.occurredMs,
  });
}

type Before = Readonly<{ requestHash: Buffer; events: readonly RecordedEvent[] }>;

async function commandOf(
  { pool }: Accounts,
  tenantId: TenantId,
  commandId: CommandId,
): Promise<Before | undefined> {
  const [loaded] = await loadBatch(pool, [{ tenantId, commandId, streams: [] }]);
  if (!loaded?.before) return undefined;
  const { requestHash, firstSeq, lastSeq } = loaded.before;
  const stored = await createReadEvents(pool).between(tenantId, firstSeq, lastSeq);
  return { requestHash, events: stored.map(parseStored) };
}
