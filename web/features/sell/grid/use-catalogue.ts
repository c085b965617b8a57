import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { productsQuery } from "#web/api/products.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";

import { buildCatalogue } from "./catalogue.ts";

/** Picks up sales and changes of other devices. */
const EVERY_MS = 60_000;

export function useCatalogue() {
  const queryClient = useQueryClient();
  const products = useScreenQuery(productsQuery(), texts.products);
  const list = products.status === "ready" ? products.data : undefined;
  const catalogue = useMemo(() => list && buildCatalogue(list), [list]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== "visible") return;
      refreshProducts(queryClient).catch(() => undefined);
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [queryClient]);
  return { catalogue, products };
}
