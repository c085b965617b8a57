import type { RecoveryCodes, TotpSetup } from "#kernel/contract/api/account.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";
import type { Actor } from "#kernel/platform/session.ts";

import { inAccountTransaction } from "./account-transaction.ts";
import { confirmPassword, type Unconfirmed } from "./confirm-password.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { changeOwn, type Own } from "./own-account.ts";
import { freshRecoveryCodes } from "./reissue-recovery-codes.ts";
import { openFully } from "./session-rows.ts";
import {
  confirmPending,
  findPending,
  removeTotp,
  setPending,
  setRecoveryCodes,
} from "./totp-rows.ts";
import { matchingStep, newSeed, toBase32, toOtpUri } from "./totp.ts";
import { isTwoFactorRequired } from "./two-factor-policy.ts";

/** A new seed, shown once. It counts from the first code of it on; until then whatever was set up before does. */
export async function startTotp(
  accounts: AccountDoors,
  own: Own,
  password: string,
): Promise<TotpSetup | Unconfirmed> {
  const user = await confirmPassword(accounts, own.actor, password);
  if ("rejected" in user) return user;
  const { tenantId, userId } = own.actor;
  const seed = newSeed();
  const sealed = accounts.seeds.seal(userId, seed);
  await inAccountTransaction(accounts, tenantId, (client) =>
    setPending(client, { userId, seed: sealed }, accounts.clock()),
  );
  return { secret: toBase32(seed), uri: toOtpUri(seed, user.email) };
}

/** The session goes on as a whole one, where it was only good for this. */
export async function confirmTotp(
  accounts: AccountDoors,
  own: Own,
  code: string,
): Promise<RecoveryCodes | Rejection<"code-wrong" | "totp-not-started" | "unavailable">> {
  const { tenantId, userId, sid } = own.actor;
  const given = { userId, code };
  const early = await inAccountTransaction(accounts, tenantId, (client) =>
    stepOfPending(accounts, client, { ...given, nowMs: accounts.clock() }),
  );
  if (typeof early === "object") return early;
  const fresh = await freshRecoveryCodes(accounts.passwords);
  if ("rejected" in fresh) return fresh;
  const refusal = await changeOwn(accounts, own, {
    command: { type: "EnableTotp", userId },
    work: async (client, nowMs) => {
      const step = await stepOfPending(accounts, client, { ...given, nowMs });
      if (typeof step === "object") return step;
      await openFully(client, { tenantId, sid });
      await confirmPending(client, { userId, step }, nowMs);
      await setRecoveryCodes(client, userId, fresh.hashes);
      return undefined;
    },
  });
  return refusal ?? { recovery_codes: fresh.codes };
}

type Given = Readonly<{ userId: Actor["userId"]; code: string; nowMs: number }>;

async function stepOfPending(
  { seeds }: AccountDoors,
  client: PoolClient,
  { userId, code, nowMs }: Given,
): Promise<number | Rejection<"code-wrong" | "totp-not-started">> {
  const sealed = await findPending(client, userId, nowMs);
  if (!sealed) return reject("totp-not-started");
  const typed = code.replaceAll(" ", "");
  const step = matchingStep(seeds.open(userId, sealed), typed, { nowMs, lastStep: 0 });
  return step ?? reject("code-wrong");
}

/** Where it is not required; who changes the phone sets a new one up in the place of the old. */
export async function stopTotp(
  accounts: AccountDoors,
  own: Own,
  password: string,
): Promise<Unconfirmed | Rejection<"totp-off" | "two-factor-required"> | undefined> {
  const user = await confirmPassword(accounts, own.actor, password);
  if ("rejected" in user) return user;
  const { tenantId, userId, aud } = own.actor;
  return changeOwn(accounts, own, {
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
}
