import { useQueryClient } from "@tanstack/react-query";

import { Said } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { session } from "#web/api/session.ts";
import { useCommand } from "#web/api/use-command.ts";

import { accountQuery } from "./account-query.ts";

/** Done once the saved profile was read again: the frame shows the new name with it. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useCommand(
    async (json: Readonly<Record<string, unknown>>, commandKey) => {
      await request("/api/v1/settings/profile", Said, { method: "PUT", json, commandKey });
      const account = await queryClient
        .fetchQuery({ ...accountQuery(), staleTime: 0, retry: false })
        .catch(() => undefined);
      const current = session.get();
      if (account === undefined || current === undefined) return;
      const { first_name, last_name, email } = account;
      session.start({ ...current, user: { ...current.user, first_name, last_name, email } });
    },
    [keys.account.own, keys.staff.all],
  );
}
