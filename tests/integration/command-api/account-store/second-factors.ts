import { RecoveryCodes, TotpSetup } from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";

import type { AccountApi } from "./account-api.ts";
import { type Registered, registered } from "./accounts.ts";

export const STEP_MS = 30_000;

type Answer = Readonly<{ json: () => unknown }>;

export const setupOf = (answer: Answer): TotpSetup => success(TotpSetup).parse(answer.json()).data;
export const recoveryCodesOf = (answer: Answer): string[] =>
  success(RecoveryCodes).parse(answer.json()).data.recovery_codes;

/** Sets up an authenticator for the signed-in user and moves the clock to the next code. */
export async function withTotp(api: AccountApi, token: string, password: string) {
  const totp = await confirmedTotp(api, token, password);
  api.time.nowMs += STEP_MS;
  return totp;
}

/** Sets up an authenticator and leaves the clock at the code that confirmed it. */
export async function confirmedTotp(api: AccountApi, token: string, password: string) {
  const setup = setupOf(await api.call(token, "POST", "/api/v1/account/totp", { password }));
  const { secret } = setup;
  const codeNow = () => authenticatorCode(secret, api.time.nowMs);
  const answer = await api.call(token, "POST", "/api/v1/account/totp/confirm", {
    code: codeNow(),
  });
  return { ...setup, codeNow, recoveryCodes: recoveryCodesOf(answer) };
}

export async function registeredWithTotp(api: AccountApi) {
  const person: Registered = await registered(api);
  return { ...person, ...(await withTotp(api, person.token, person.password)) };
}
