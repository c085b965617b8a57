import {
  PasswordResult,
  RecoveryCodes,
  TotpSetup,
  type ChangePasswordRequest,
} from "#kernel/contract/api/account.ts";
import { Done, MessageResult, success } from "#kernel/contract/api/envelope.ts";
import type { SetPinRequest } from "#kernel/contract/api/till/pin.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { isRefused } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";

const Setup = success(TotpSetup);
const Codes = success(RecoveryCodes);

const ACCOUNT = [keys.account.all];

export const useChangePassword = () =>
  useCommand(
    (json: ChangePasswordRequest, commandKey) =>
      request("/api/v1/account/password", PasswordResult, { method: "PUT", json, commandKey }),
    ACCOUNT,
  );

export const useSetPin = () =>
  useCommand(
    (json: SetPinRequest, commandKey) =>
      request("/api/v1/account/pin", Done, { method: "PUT", json, commandKey }),
    ACCOUNT,
  );

/** Creates a new secret. The previous setup stays valid until the new one is confirmed. */
export const useStartTotp = () =>
  useCommand(
    async (password: string) =>
      (await request("/api/v1/account/totp", Setup, { method: "POST", json: { password } })).data,
    [],
  );

export const useConfirmTotp = () =>
  useCommand(async (code: string) => {
    const path = "/api/v1/account/totp/confirm";
    const { data } = await request(path, Codes, { method: "POST", json: { code } });
    return data.recovery_codes;
  }, ACCOUNT);

export const useStopTotp = () =>
  useCommand(
    (password: string, commandKey) =>
      request("/api/v1/account/totp", Done, { method: "DELETE", json: { password }, commandKey }),
    ACCOUNT,
  );

export const useNewRecoveryCodes = () =>
  useCommand(async (password: string) => {
    const path = "/api/v1/account/recovery-codes";
    const { data } = await request(path, Codes, { method: "POST", json: { password } });
    return data.recovery_codes;
  }, ACCOUNT);

type EndSessions = Readonly<{ password: string; sid: string | undefined }>;

/** Ends one session, or all but this one. */
export const useEndSessions = () =>
  useCommand(({ password, sid }: EndSessions, commandKey) => {
    const one = sid === undefined ? "" : `/${encodeURIComponent(sid)}`;
    const json = { password };
    return request(`/api/v1/sessions${one}`, Done, { method: "DELETE", json, commandKey });
  }, ACCOUNT);

type Policy = Readonly<{ required: boolean; password: string }>;

export const useTwoFactorPolicy = () =>
  useCommand(
    (json: Policy, commandKey) =>
      request("/api/v1/settings/two-factor-policy", MessageResult, {
        method: "PUT",
        json,
        commandKey,
      }),
    ACCOUNT,
  );

export const useRequestDeletion = () =>
  useCommand(
    (password: string, commandKey) =>
      request("/api/v1/account-deletion", MessageResult, {
        method: "POST",
        json: { password },
        commandKey,
      }),
    ACCOUNT,
  );

export const useCancelDeletion = () =>
  useCommand(
    (_: null, commandKey) =>
      request("/api/v1/account-deletion", MessageResult, { method: "DELETE", commandKey }),
    ACCOUNT,
  );

/** The screen shows the outcome once it is refetched. */
export function accountFailure(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return isRefused(error)
    ? error.message
    : "No answer from the server. Check your connection and whether it was done, then try again.";
}
