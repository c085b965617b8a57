import { queryOptions } from "@tanstack/react-query";

import { minorOf } from "#kernel/contract/money.ts";

import { keys } from "./keys.ts";
import { askPublicSettings } from "./public-settings.ts";

/** What is charged a month. */
export type Prices = Readonly<{ basicMinor: number; proMinor: number }>;

export const pricesQuery = () =>
  queryOptions({
    queryKey: keys.prices.all,
    queryFn: async ({ signal }): Promise<Prices> => {
      const data = await askPublicSettings(signal);
      return { basicMinor: minorOf(data.premium_price), proMinor: minorOf(data.enterprise_price) };
    },
  });
