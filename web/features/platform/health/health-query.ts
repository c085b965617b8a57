import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { HealthReport } from "#kernel/contract/api/platform.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const HealthAnswer = success(HealthReport);

/** Each part is looked at every 5 seconds; a page in the background does not ask. */
const EVERY_MS = 10_000;

export const healthQuery = () =>
  queryOptions({
    queryKey: keys.platform.health,
    queryFn: async ({ signal }): Promise<HealthReport> =>
      (await request("/api/v1/platform/health", HealthAnswer, { signal })).data,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
