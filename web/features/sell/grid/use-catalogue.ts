import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import type { TillProduct } from "#kernel/contract/api/till/changes.ts";
import { texts } from "#kernel/contract/texts.ts";
import { type Product, productsQuery } from "#web/api/products.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import { type ScreenQuery, useScreenQuery } from "#web/api/use-screen-query.ts";
import { dataOf, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import { till } from "#web/till/till.ts";

import { buildCatalogue } from "./catalogue.ts";

/** Picks up sales and changes of other devices. */
const EVERY_MS = 60_000;

/** What is sold: from this device if it is a till, else from the server. */
export function useCatalogue() {
  const now = useOwnTill();
  const own = dataOf(now)?.products;
  const isServers = now.isReady && own === undefined;
  const served = useServedProducts(isServers);
  const list = useMemo(() => {
    if (own !== undefined) return byName(own.map(toProduct));
    return served.status === "ready" ? served.data : undefined;
  }, [own, served]);
  const catalogue = useMemo(() => list && buildCatalogue(list), [list]);
  const products: ScreenQuery<readonly Product[]> =
    own === undefined || list === undefined
      ? served
      : { status: "ready", data: list, refreshing: false, refresh: till.sync };
  return { catalogue, products };
}

function useServedProducts(enabled: boolean): ScreenQuery<readonly Product[]> {
  const queryClient = useQueryClient();
  const products = useScreenQuery({ ...productsQuery(), enabled }, texts.products);
  useEffect(() => {
    if (!enabled) return undefined;
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
  }, [enabled, queryClient]);
  return products;
}

/** In the order of the server's list, so that no tile moves when a device becomes a till. */
function byName(products: readonly Product[]): readonly Product[] {
  const keyed = products.map((product) => ({ product, key: product.name.toLowerCase() }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.product.id, b.product.id));
  return keyed.map(({ product }) => product);
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Kept per product, so that a tile whose product did not change is not drawn again. */
const known = new WeakMap<TillProduct, Product>();

/** A till has neither costs nor descriptions, and it changes no product, so it needs no version. */
function toProduct(product: TillProduct): Product {
  const before = known.get(product);
  if (before !== undefined) return before;
  const { id, name, priceMinor, stock, sku, barcodes, category, unit, archived } = product;
  const made: Product = {
    id,
    name,
    description: "",
    priceMinor,
    stock: unit === null ? stock : Math.floor(stock / unit.perUnit),
    stock_exact: stock,
    sku,
    barcodes,
    category,
    unit: unit && { name: unit.name, per_unit: unit.perUnit },
    cost: null,
    reorder_point: null,
    archived,
    version: 0,
    created_at: "",
    updated_at: "",
  };
  known.set(product, made);
  return made;
}
