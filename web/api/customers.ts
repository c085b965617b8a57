import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { CustomerItem } from "#kernel/contract/api/customer.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { ofMoment } from "#web/state/past.ts";

import { request } from "./http-client.ts";
import { keptRequest } from "./kept-query.ts";
import { keys } from "./keys.ts";

const CustomerList = success(z.array(CustomerItem));

/** `query` is the query string that narrows the list, or empty. */
export const listCustomers = async (
  query: string,
  signal: AbortSignal,
): Promise<readonly CustomerItem[]> =>
  (await request(`/api/customers.php${query}`, CustomerList, { signal })).data;

export function customersQuery() {
  const { queryKey, at } = ofMoment(keys.customers.all);
  const kept = keptRequest(at("/api/customers.php"), CustomerList, ({ body }) => body.data);
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }): Promise<readonly CustomerItem[]> => kept.ask(signal),
      meta: { errorText: texts.customers.error, keptPath: kept.path },
    }),
    kept,
  };
}
