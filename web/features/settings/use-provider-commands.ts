import { WriteResult } from "#kernel/contract/api/envelope.ts";
import type { ConnectPaystackRequest, ConnectSmtpRequest } from "#kernel/contract/api/provider.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

export type Provider = "smtp" | "paystack";

const of = (provider: Provider): string => `/api/v1/settings/providers/${provider}`;
const STALE = [keys.settings.all];

type Connection =
  | Readonly<{ provider: "smtp"; json: ConnectSmtpRequest }>
  | Readonly<{ provider: "paystack"; json: ConnectPaystackRequest }>;

/** The server tests the credentials before it stores them. */
export const useConnect = () =>
  useCommand(
    ({ provider, json }: Connection, commandKey) =>
      request(of(provider), WriteResult, { method: "PUT", json, commandKey }),
    STALE,
  );

export const useTryProvider = () =>
  useCommand(
    (provider: Provider, commandKey) =>
      request(`${of(provider)}/test`, WriteResult, { method: "POST", commandKey }),
    [],
  );

export const useDisconnect = () =>
  useCommand(
    (provider: Provider, commandKey) =>
      request(of(provider), WriteResult, { method: "DELETE", commandKey }),
    STALE,
  );
