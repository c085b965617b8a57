import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { PublicSettings } from "#kernel/contract/api/platform.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { minorOf } from "#web/api/wire-money.ts";

const Answer = success(PublicSettings);

/** What is charged a month. */
export type Prices = Readonly<{ basicMinor: number; proMinor: number }>;

export const pricesQuery = () =>
  queryOptions({
    queryKey: keys.prices.all,
    queryFn: async ({ signal }): Promise<Prices> => {
      const { data } = await request("/api/v1/public-settings", Answer, { signal });
      return { basicMinor: minorOf(data.premium_price), proMinor: minorOf(data.enterprise_price) };
    },
  });
