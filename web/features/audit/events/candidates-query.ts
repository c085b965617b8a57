import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { listCustomers } from "#web/api/customers.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { listProducts } from "#web/api/products.ts";
import { currencyOf } from "#web/format/money.ts";
import { customerName } from "#web/format/names.ts";

import type { About } from "./event-filter.ts";

const Sales = success(z.array(SaleItem));
const EACH = 4;

export type Candidate = Readonly<{ about: About; id: string; name: string }>;

/** A few matches of each kind. */
export const candidatesQuery = (text: string) =>
  queryOptions({
    queryKey: keys.audit.candidates(text),
    queryFn: async ({ signal }): Promise<readonly Candidate[]> => {
      const query = `?${new URLSearchParams({ search: text, limit: String(EACH) })}`;
      const [products, customers, sales] = await Promise.all([
        listProducts(query, signal),
        listCustomers(query, signal),
        request(`/api/sales.php${query}`, Sales, { signal }),
      ]);
      return [
        ...products.map(({ id, name }) => ({ about: "product" as const, id, name })),
        ...customers.map((customer) => ({
          about: "customer" as const,
          id: customer.id,
          name: customerName(customer),
        })),
        ...sales.data.map((sale) => ({
          about: "sale" as const,
          id: sale.id,
          name: saleName(sale),
        })),
      ];
    },
  });

const saleName = ({ id, total_amount: total, currency }: SaleItem): string =>
  `${shortId(id)}, ${formatMoney(minorOf(total), currencyOf(currency))}`;
