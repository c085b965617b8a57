import {
  type AccountRefusal,
  idempotently,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
} from "#command-api/account-store/confirm-password.ts";
import { changeOwnAccount } from "#command-api/account-store/own-account.ts";
import {
  confirmPendingSeed,
  findPendingSeed,
  removeTotp,
  setPendingSeed,
  setRecoveryCodes,
} from "#command-api/account-store/tables/second-factors.ts";
import { liftSetupRestriction } from "#command-api/account-store/tables/sessions.ts";
import { isTwoFactorRequired } from "#command-api/account-store/tables/two-factor-policies.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { RecoveryCodes, TotpSetup } from "#kernel/contract/api/account.ts";
import type { SessionId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";

import { generateRecoveryCodes, showOnce } from "./issue-recovery-codes.ts";
import { matchingStep, newSeed, toBase32, toOtpUri } from "./totp.ts";

type SetupRefusal<Code extends string> = Rejection<Code | "shown-once" | AccountRefusal>;

/**
 * Creates a seed, shown once. It takes effect when its first code is confirmed; until then the
 * previous one keeps working.
 */
export async function startTotp(
  accounts: AccountDeps,
  context: CommandContext,
  password: string,
): Promise<TotpSetup | PasswordNotConfirmed | SetupRefusal<never>> {
  const { actorId: userId, occurredMs } = context;
  const user = await confirmPassword(accounts, { userId }, password);
  if ("rejected" in user) return user;
  const seed = newSeed();
  const sealed = accounts.seeds.seal(userId, seed);
  const outcome = await runAccountCommand<never>(accounts, context, {
    streams: { own: [] },
    allowSuspended: true,
    work: async (client) => {
      await setPendingSeed(client, { userId, seed: sealed }, occurredMs);
      return { own: [] };
    },
  });
  return showOnce(outcome, { secret: toBase32(seed), uri: toOtpUri(seed, user.email) });
}

type ConfirmationCode = "code-wrong" | "totp-not-started" | "unavailable";

/** If the session allowed only this setup, it becomes a full session. */
export async function confirmTotp(
  accounts: AccountDeps,
  context: CommandContext,
  { sid }: Pick<Actor, "sid">,
  code: string,
): Promise<RecoveryCodes | SetupRefusal<ConfirmationCode>> {
  const outcome = await idempotently(accounts, context, () => enable(accounts, context, sid, code));
  return "isRepeated" in outcome ? reject("shown-once") : outcome;
}

async function enable(
  accounts: AccountDeps,
  context: CommandContext,
  sid: SessionId,
  code: string,
): Promise<RecoveryCodes | SetupRefusal<ConfirmationCode>> {
  const { tenantId, actorId: userId, occurredMs: nowMs } = context;
  const input = { userId, code, nowMs };
  const firstCheck = await inAccountTransaction(accounts, tenantId, (client) =>
    stepOfPending(accounts, client, input),
  );
  if (typeof firstCheck === "object") return firstCheck;
  const fresh = await generateRecoveryCodes(accounts.passwords);
  if ("rejected" in fresh) return fresh;
  const outcome = await changeOwnAccount(accounts, context, {
    command: { type: "EnableTotp", userId },
    work: async (client) => {
      const step = await stepOfPending(accounts, client, input);
      if (typeof step === "object") return step;
      await liftSetupRestriction(client, { tenantId, sid });
      await confirmPendingSeed(client, { userId, step }, nowMs);
      await setRecoveryCodes(client, userId, fresh.hashes);
      return undefined;
    },
  });
  return showOnce(outcome, { recovery_codes: fresh.codes });
}

type CodeInput = Readonly<{ userId: Actor["userId"]; code: string; nowMs: number }>;

async function stepOfPending(
  { seeds }: AccountDeps,
  client: PoolClient,
  { userId, code, nowMs }: CodeInput,
): Promise<number | Rejection<"code-wrong" | "totp-not-started">> {
  const sealed = await findPendingSeed(client, userId, nowMs);
  if (!sealed) return reject("totp-not-started");
  const digits = code.replaceAll(" ", "");
  const step = matchingStep(seeds.open(userId, sealed), digits, { nowMs, lastStep: 0 });
  return step ?? reject("code-wrong");
}

/**
 * Refused while a second factor is required. A user with a new phone sets it up without stopping
 * first.
 */
export async function stopTotp(
  accounts: AccountDeps,
  context: CommandContext,
  { aud }: Pick<Actor, "aud">,
  password: string,
): Promise<
  PasswordNotConfirmed | Rejection<"totp-off" | "two-factor-required" | AccountRefusal> | undefined
> {
  const { tenantId, actorId: userId } = context;
  const user = await confirmPassword(accounts, { userId }, password);
  if ("rejected" in user) return user;
  const outcome = await changeOwnAccount(accounts, context, {
    command: { type: "DisableTotp", userId },
    work: async (client) => {
      const isRequired =
        aud === "platform"
          ? accounts.superAdminNeedsTotp
          : await isTwoFactorRequired(client, tenantId);
      if (isRequired) return reject("two-factor-required");
      return (await removeTotp(client, userId)) ? undefined : reject("totp-off");
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}
