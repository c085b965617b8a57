import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Subscription } from "#kernel/contract/api/subscription.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const Answer = success(Subscription);

/** Read anew each time it is shown: every sale and product counts. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: keys.subscription.all,
    queryFn: async ({ signal }): Promise<Subscription> =>
      (await request("/api/v1/subscription", Answer, { signal })).data,
    staleTime: 0,
  });
