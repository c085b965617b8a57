import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleDetail } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

const Answer = success(SaleDetail);

/** One sale with all that its receipt shows; a voided one too. */
export const saleQuery = (id: string) =>
  queryOptions({
    queryKey: keys.sales.one(id),
    queryFn: async ({ signal }): Promise<SaleDetail> =>
      (await request(`/api/v1/sales/${encodeURIComponent(id)}`, Answer, { signal })).data,
    meta: { errorText: texts.sales.errorOne },
  });
