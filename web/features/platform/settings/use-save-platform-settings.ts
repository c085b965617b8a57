import { useQueryClient, queryOptions } from "@tanstack/react-query";

import { WriteResult, success } from "#kernel/contract/api/envelope.ts";
import { PlatformSettings } from "#kernel/contract/api/platform/settings.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

const SettingsAnswer = success(PlatformSettings);

export const platformSettingsQuery = () =>
  queryOptions({
    queryKey: keys.platform.settings,
    queryFn: async ({ signal }): Promise<PlatformSettings> =>
      (await request("/api/v1/platform/settings", SettingsAnswer, { signal })).data,
    staleTime: 0,
  });

type Change = Readonly<{
  changes: ReturnType<typeof Object.fromEntries<string | number | null>>;
  /** Version the form was filled from, so that a concurrent change is not overwritten. */
  version: number;
}>;

/** Resolves after the settings are refetched. */
export function useSavePlatformSettings() {
  const queryClient = useQueryClient();
  return useCommand(
    async ({ changes, version }: Change, commandKey) => {
      const path = "/api/v1/platform/settings";
      await request(path, WriteResult, {
        method: "PUT",
        json: changes,
        commandKey,
        ifMatch: version,
      });
      // The save succeeded even if the refetch fails.
      await queryClient
        .fetchQuery({ ...platformSettingsQuery(), retry: false })
        .catch(() => undefined);
    },
    [keys.platform.all, keys.prices.all, keys.publicSettings.all],
  );
}
