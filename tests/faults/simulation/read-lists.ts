import type { TenantId } from "#kernel/contract/ids.ts";
import type { Prepared } from "#query-api/ask.query.ts";
import { CUSTOMERS } from "#query-api/customer/customers.query.ts";
import type { ListKey, ListPage } from "#query-api/listing.ts";
import { PRODUCTS } from "#query-api/product/products.query.ts";
import { SALES } from "#query-api/sale/sales.query.ts";

import type { Kind } from "./operations.ts";
import type { ReaderProcess } from "./processes.ts";
import type { Life } from "./slot.ts";

/** The whole list, as the routes ask for it. */
export const WHOLE = {
  search: null,
  sinceMs: null,
  place: null,
  after: null,
  limit: null,
  offset: 0,
  seesContacts: true,
};

const READS_WITHIN_MS = 4_000;

const LISTS: Readonly<Record<Kind, Prepared<ListPage<ListKey>>>> = {
  sell: SALES.all,
  "void sale": SALES.all,
  "count stock": PRODUCTS.all,
  "adjust stock": PRODUCTS.all,
  "add product": PRODUCTS.all,
  "rename product": PRODUCTS.all,
  "add customer": CUSTOMERS.all,
  "change customer": CUSTOMERS.all,
};

/** The ids of the list that shows what such an operation changes. */
export async function listOf(
  { process, signal }: Life<ReaderProcess>,
  tenantId: TenantId,
  kind: Kind,
): Promise<Readonly<{ ids: readonly string[]; isStale: boolean }>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(READS_WITHIN_MS)]);
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  within.addEventListener("abort", () => ended.reject(new Error("no answer")), { once: true });
  const asked = process.read(tenantId, LISTS[kind], WHOLE);
  const { body, isStale } = await Promise.race([asked, ended.promise]);
  return { ids: body.items.map(({ id }) => id), isStale };
}
