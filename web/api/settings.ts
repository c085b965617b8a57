import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Settings } from "#kernel/contract/api/settings.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

const Answer = success(Settings);

/** What a shop may be set to, and how it is set. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: keys.settings.all,
    queryFn: async ({ signal }): Promise<Settings> =>
      (await request("/api/v1/settings", Answer, { signal })).data,
  });
