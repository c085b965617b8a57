import { Written } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

/** A new link for an owner who has not come yet; the one of before is dead. */
export const useResendInvitation = () =>
  useCommand(
    (id: string, commandKey) =>
      request(`/api/v1/platform/tenants/${encodeURIComponent(id)}/invitation`, Written, {
        method: "POST",
        commandKey,
      }),
    [keys.platform.all],
  );
