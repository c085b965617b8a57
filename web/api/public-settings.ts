import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { PublicSettings } from "#kernel/contract/api/platform/settings.ts";
import { minorOf } from "#kernel/contract/money.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

/** Monthly prices in the minor unit of the currency. */
export type Prices = Readonly<{ basicMinor: number; proMinor: number }>;

export const pricesQuery = () =>
  queryOptions({
    queryKey: keys.prices.all,
    queryFn: async ({ signal }): Promise<Prices> => {
      const data = await askPublicSettings(signal);
      return { basicMinor: minorOf(data.premium_price), proMinor: minorOf(data.enterprise_price) };
    },
  });

const Answer = success(PublicSettings);

/** Public settings of the platform: its prices, and a banner if one is set. */
export const askPublicSettings = async (signal: AbortSignal): Promise<PublicSettings> =>
  (await request("/api/v1/public-settings", Answer, { signal })).data;

const EVERY_MS = 10 * 60_000;

export const bannerQuery = () =>
  queryOptions({
    queryKey: keys.publicSettings.all,
    queryFn: async ({ signal }) => (await askPublicSettings(signal)).maintenance_banner,
    refetchInterval: EVERY_MS,
  });
