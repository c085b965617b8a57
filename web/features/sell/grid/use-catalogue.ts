import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";

import type { TillProduct } from "#kernel/contract/api/till/changes.ts";
import { texts } from "#kernel/contract/texts.ts";
import { type Product, productsQuery } from "#web/api/products.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import { type ScreenQuery, useScreenQuery } from "#web/api/use-screen-query.ts";
import { dataOf, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import { till } from "#web/till/till.ts";

import { buildCatalogue, type Catalogue, createByName } from "./catalogue.ts";

/** Picks up sales and changes of other devices. */
const EVERY_MS = 60_000;

/** What is sold: from this device if it is a till, else from the server. */
export function useCatalogue() {
  const now = useOwnTill();
  const latest = dataOf(now)?.products;
  // The receipt is drawn first, then the stock that its sale left.
  const kept = useDeferredValue(latest);
  const own = latest && (kept ?? latest);
  const isServers = now.isReady && own === undefined;
  const served = useServedProducts(isServers);
  const ofServer = served.status === "ready" ? served.data : undefined;
  const [build] = useState(createCatalogues);
  const { list, catalogue } = useMemo(() => {
    if (own !== undefined) return build.ofTill(own);
    return ofServer === undefined ? NONE : build.ofServer(ofServer);
  }, [build, own, ofServer]);
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

const NONE = { list: undefined, catalogue: undefined };

/** Each is built from the one before it: most changes are of stock. */
function createCatalogues() {
  const byName = createByName();
  let before: Catalogue | undefined;
  const ofServer = (list: readonly Product[]) => {
    const catalogue = buildCatalogue(list, before);
    before = catalogue;
    return { list, catalogue };
  };
  return {
    ofServer,
    /** In the order of the server's list, so that no tile moves when a device becomes a till. */
    ofTill: (own: readonly TillProduct[]) => ofServer(byName(own).map(toProduct)),
  };
}

/** Kept per product, so that a tile whose product did not change is not drawn again. */
const known = new WeakMap<TillProduct, Product>();

/** A till has neither costs nor descriptions, and it changes no product, so it needs no version. */
function toProduct(product: TillProduct): Product {
  const before = known.get(product);
  if (before !== undefined) return before;
  const { id, name, priceMinor, stock, sku, barcodes, category, unit, archived, tracksStock } =
    product;
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
    track_stock: tracksStock !== false,
    picture: product.picture ?? null,
    tax_category: product.taxCategory ?? "standard",
    archived,
    version: 0,
    created_at: "",
    updated_at: "",
  };
  known.set(product, made);
  return made;
}
