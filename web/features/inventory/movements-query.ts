import { infiniteQueryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { StockMovementPage } from "#kernel/contract/api/product.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";

const MovementPage = success(StockMovementPage);
const FIRST_PAGE = "";

/** Newest first, page by page; read anew each time it is opened, since every sale adds to it. */
export function movementsQuery(productId: string) {
  const { queryKey, at } = ofMoment(keys.products.movements(productId));
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/v1/products/${encodeURIComponent(productId)}/movements`;
      const query =
        pageParam === FIRST_PAGE ? "" : `?${new URLSearchParams({ cursor: pageParam })}`;
      return (await request(at(`${path}${query}`), MovementPage, { signal })).data;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next_cursor: next }) => next,
    staleTime: 0,
  });
}
