import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { CustomerPage } from "#kernel/contract/api/reports/customer-page.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";

const Answer = success(CustomerPage);

export const words = {
  failed: "Failed to load this customer",
  error: "Error loading this customer",
};

/**
 * A customer with a page of what they have bought: the first page, or the one after a cursor. Sales and changes of
 * customers make all lists of customers stale, and so this.
 */
export function customerPageQuery(id: string, cursor?: string) {
  const { queryKey, at } = ofMoment([...keys.customers.all, "page", id, cursor ?? "first"]);
  const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
  const path = at(`/api/v1/customers/${encodeURIComponent(id)}${query}`);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<CustomerPage> =>
      (await request(path, Answer, { signal })).data,
    meta: { errorText: words.error },
  });
}
