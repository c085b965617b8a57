import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { exchange } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const SaleList = success(z.array(SaleItem));

export type Sales = { sales: readonly SaleItem[]; total: number };

/** The newest thousand, and how many there are in all. */
export const salesQuery = () =>
  queryOptions({
    queryKey: keys.sales.all,
    queryFn: async ({ signal }): Promise<Sales> => {
      const { body, headers } = await exchange("/api/sales.php", SaleList, { signal });
      const total = Number(headers.get("x-total-count") ?? Number.NaN);
      return {
        sales: body.data,
        total: Number.isSafeInteger(total) ? total : body.data.length,
      };
    },
    meta: { errorText: texts.sales.error },
  });
