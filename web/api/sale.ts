import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleDetail } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { ofMoment } from "#web/state/past.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

const Answer = success(SaleDetail);

/** One sale with all that its receipt shows; a voided one too. */
export function saleQuery(id: string) {
  const { queryKey, at } = ofMoment(keys.sales.one(id));
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<SaleDetail> =>
      (await request(at(`/api/v1/sales/${encodeURIComponent(id)}`), Answer, { signal })).data,
    meta: { errorText: texts.sales.errorOne },
  });
}
