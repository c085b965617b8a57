import type { QueryClient } from "@tanstack/react-query";

import { session } from "#web/state/session.ts";

import { keys } from "./keys.ts";
import { changedProducts } from "./products.ts";
import type { Product } from "./products.ts";

const byName = new Intl.Collator("en-GH");

/** Responses can arrive out of order, so an older one is ignored. */
const isNewer = (old: Product, now: Product): boolean =>
  now.updated_at >= old.updated_at &&
  (now.version !== old.version || now.stock_exact !== old.stock_exact);

/** Merges changed products into the list. Returns the same list if nothing changed. */
export function mergeProducts(
  before: readonly Product[],
  since: readonly Product[],
): readonly Product[] {
  const known = new Map(before.map((product) => [product.id, product]));
  const changed = since.filter((product) => {
    const old = known.get(product.id);
    return old === undefined ? !product.archived : isNewer(old, product);
  });
  if (changed.length === 0) return before;
  const moved = changed.some(({ id, name }) => known.get(id)?.name !== name);
  const byId = new Map(changed.map((product) => [product.id, product]));
  const replaced = before.map((product) => byId.get(product.id) ?? product);
  const added = changed.filter(({ id }) => !known.has(id));
  const all = [...replaced, ...added].filter(({ archived }) => !archived);
  return moved ? all.toSorted((a, b) => byName.compare(a.name, b.name)) : all;
}

const newest = (products: readonly Product[]): string | undefined =>
  products.reduce<string | undefined>(
    (latest, { updated_at: at }) => (latest === undefined || at > latest ? at : latest),
    undefined,
  );

/**
 * Fetches only the products that changed, so that a till does not load the whole list after each
 * sale. If it fails, the list stays as it is and the next call tries again.
 */
export async function refreshProducts(queryClient: QueryClient): Promise<void> {
  // The current products, even while the screen shows a past date.
  const queryKey = keys.products.all;
  const before = queryClient.getQueryData<readonly Product[]>(queryKey);
  if (before === undefined) return;
  const since = newest(before);
  if (since === undefined) {
    await queryClient.invalidateQueries({ queryKey, exact: true });
    return;
  }
  const token = session.get()?.token;
  const changed = await changedProducts(since);
  // Another person may have signed in while the request was running.
  if (session.get()?.token !== token) return;
  queryClient.setQueryData<readonly Product[]>(
    queryKey,
    (list) => list && mergeProducts(list, changed),
  );
}
