import {
  PasswordSet,
  RecoveryCodes,
  TotpSetup,
  type ChangePasswordRequest,
} from "#kernel/contract/api/account.ts";
import { Done, Said, success } from "#kernel/contract/api/envelope.ts";
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
      request("/api/v1/account/password", PasswordSet, { method: "PUT", json, commandKey }),
    ACCOUNT,
  );

/** A new secret: whatever was set up before counts until its first right code. */
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

/** One session, or all but this one. */
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
      request("/api/v1/settings/two-factor-policy", Said, { method: "PUT", json, commandKey }),
    ACCOUNT,
  );

export const useRequestDeletion = () =>
  useCommand(
    (password: string, commandKey) =>
      request("/api/v1/account-deletion", Said, { method: "POST", json: { password }, commandKey }),
    ACCOUNT,
  );

export const useCancelDeletion = () =>
  useCommand(
    (_: null, commandKey) =>
      request("/api/v1/account-deletion", Said, { method: "DELETE", commandKey }),
    ACCOUNT,
  );

/** Whether it happened, the screen says once it is read again. */
export function accountFailure(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return isRefused(error)
    ? error.message
    : "No answer from the server. Check the connection and whether it happened, then try again.";
}
