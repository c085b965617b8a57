import { infiniteQueryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { StockMovementPage } from "#kernel/contract/api/product.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

const MovementPage = success(StockMovementPage);
const FIRST_PAGE = "";

/** Newest first, page by page; read anew each time it is opened, since every sale adds to it. */
export const movementsQuery = (productId: string) =>
  infiniteQueryOptions({
    queryKey: keys.products.movements(productId),
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/v1/products/${encodeURIComponent(productId)}/movements`;
      const query =
        pageParam === FIRST_PAGE ? "" : `?${new URLSearchParams({ cursor: pageParam })}`;
      return (await request(`${path}${query}`, MovementPage, { signal })).data;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next_cursor: next }) => next,
    staleTime: 0,
  });
