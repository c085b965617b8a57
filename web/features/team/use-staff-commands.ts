import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { InvitationResult, type InviteStaffRequest } from "#kernel/contract/api/staff.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

const PATH = "/api/v1/staff";
const STALE = [keys.staff.all, keys.subscription.all];

const of = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

export const useInvite = () =>
  useCommand(
    (json: InviteStaffRequest, commandKey) =>
      request(PATH, InvitationResult, { method: "POST", json, commandKey }),
    STALE,
  );

export const useChangeRole = () =>
  useCommand(
    ({ id, role }: Readonly<{ id: string; role: string }>, commandKey) =>
      request(of(id), WriteResult, { method: "PUT", json: { role }, commandKey }),
    STALE,
  );

export const useRemove = () =>
  useCommand(
    ({ id }: Readonly<{ id: string }>, commandKey) =>
      request(of(id), WriteResult, { method: "DELETE", commandKey }),
    STALE,
  );

export const usePinLink = () =>
  useCommand(
    (id: string, commandKey) =>
      request(`${of(id)}/pin-link`, InvitationResult, { method: "POST", commandKey }),
    STALE,
  );

export const useResend = () =>
  useCommand(
    (id: string, commandKey) =>
      request(`${of(id)}/invitation`, InvitationResult, { method: "POST", commandKey }),
    STALE,
  );
