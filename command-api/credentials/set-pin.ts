import {
  type AccountRefusal,
  type AccountResult,
  idempotently,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
} from "#command-api/account-store/confirm-password.ts";
import { changeOwnAccount } from "#command-api/account-store/own-account.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { type AccountRouteDeps, signedInContext } from "#command-api/account-store/route-deps.ts";
import { findPinHolder, setPin } from "#command-api/account-store/tables/pins.ts";
import { endTillSessions } from "#command-api/account-store/tables/sessions.ts";
import { lockUserRow } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { Done } from "#kernel/contract/api/envelope.ts";
import { SetPinRequest } from "#kernel/contract/api/till/pin.ts";
import { pinProblem } from "#kernel/contract/pin-rules.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

type Refusal = PasswordNotConfirmed | Rejection<AccountRefusal | "pin-not-allowed">;

/** For people who may sell: a PIN opens nothing but a till. */
export const pinRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  app.put(
    "/api/v1/account/pin",
    { schema: { headers: CommandHeaders, body: SetPinRequest, response: { 200: Done } } },
    async (request, reply) => {
      requireRight(request, "record-sale");
      const { body, actor } = request;
      const problem = pinProblem(body.pin, actor.role);
      if (problem !== undefined) return refuse(reply, reject("pin-not-allowed", problem));
      const context = await signedInContext(contexts, request);
      const refusal = await changePin(accounts, context, body);
      return refusal ? refuse(reply, refusal) : reply.send({ success: true });
    },
  );
};

/** Ends what the PIN before opened, in case another person knows it. */
async function changePin(
  accounts: AccountDeps,
  context: CommandContext,
  request: SetPinRequest,
): Promise<Refusal | undefined> {
  const outcome = await idempotently(accounts, context, () => change(accounts, context, request));
  if ("rejected" in outcome) return outcome;
  return outcome.isRepeated ? confirmRepeatedPin(accounts, context, request) : undefined;
}

async function change(
  accounts: AccountDeps,
  context: CommandContext,
  { pin, password }: SetPinRequest,
): Promise<AccountResult | Refusal> {
  const { tenantId, actorId: userId, occurredMs: nowMs } = context;
  const user = await confirmPassword(accounts, { userId }, password);
  if ("rejected" in user) return user;
  const pinHash = await accounts.passwords.hash(pin);
  if (typeof pinHash === "object") return pinHash;
  return changeOwnAccount(accounts, context, {
    command: { type: "SetPin", userId },
    work: async (client): Promise<Rejection<"wrong-password"> | undefined> => {
      const now = await lockUserRow(client, userId);
      if (now?.passwordHash !== user.passwordHash) return reject("wrong-password");
      await setPin(client, { tenantId, userId }, { pinHash, nowMs });
      await endTillSessions(client, { tenantId, userId, reason: "pin-changed", nowMs });
      return undefined;
    },
  });
}

/** No stored hash of a request covers the PIN, so a repeated one must send what the first one set. */
async function confirmRepeatedPin(
  accounts: AccountDeps,
  { tenantId, actorId: userId, occurredMs }: CommandContext,
  { pin, password }: SetPinRequest,
): Promise<Refusal | undefined> {
  const user = await confirmPassword(accounts, { userId }, password);
  if ("rejected" in user) return user;
  const holder = await inAccountTransaction(accounts, tenantId, (client) =>
    findPinHolder(client, { tenantId, userId }, occurredMs),
  );
  const isSame = await accounts.passwords.isRight(pin, holder?.pinHash);
  if (typeof isSame === "object") return isSame;
  return isSame ? undefined : reject("key-reused");
}
