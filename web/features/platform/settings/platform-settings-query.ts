import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { PlatformSettings } from "#kernel/contract/api/platform-settings.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const SettingsAnswer = success(PlatformSettings);

export const platformSettingsQuery = () =>
  queryOptions({
    queryKey: keys.platform.settings,
    queryFn: async ({ signal }): Promise<PlatformSettings> =>
      (await request("/api/v1/platform/settings", SettingsAnswer, { signal })).data,
    staleTime: 0,
  });
