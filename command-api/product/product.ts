import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type { ProductAdded, ProductEvent } from "#kernel/contract/events/product.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

import {
  type DetailChanges,
  Details,
  findChanges,
  isCountable,
  type NewDetails,
  toParts,
  toSaleUnits,
  tracksStock,
  withChanges,
} from "./product-details.ts";

export type AddProduct = Readonly<{ type: "AddProduct" } & ProductAdded["data"]>;

/** An absent field does not change, null clears it. `stock` is a count, in sale units. */
export type ChangeProduct = NewDetails &
  Readonly<{
    type: "ChangeProduct";
    productId: ProductId;
    priceMinor?: number | undefined;
    stock?: number | undefined;
    /** The stock that was on screen when it was counted. Refused when it has changed since. */
    expectedStock?: number | undefined;
    /** When it was counted, in ms. */
    countedMs: number;
    /** 0 while it is not counted, as shown. */
    onHand: number;
    mayEditPrices: boolean;
  }>;

/** By sale units, or by parts of them. */
export type AdjustStock = Readonly<{
  type: "AdjustStock";
  productId: ProductId;
  delta: number;
  isInParts?: boolean | undefined;
  reason?: string | undefined;
}>;

export type ArchiveProduct = Readonly<{ type: "ArchiveProduct"; productId: ProductId }>;
export type SetPicture = Readonly<{
  type: "SetPicture";
  productId: ProductId;
  /** Null removes it. */
  sha256: string | null;
}>;
export type RestoreProduct = Readonly<{ type: "RestoreProduct"; productId: ProductId }>;

export type ProductCommand =
  | AddProduct
  | ChangeProduct
  | AdjustStock
  | ArchiveProduct
  | RestoreProduct
  | SetPicture;

const Known = {
  ...Details,
  /** When its stock was last counted, in ms. Counts that older builds recorded are not known. */
  lastCountedMs: z.optional(z.int()),
  /** The SHA-256 of its picture. Pictures that no product has are deleted by it. */
  picture: z.optional(z.string()),
} as const;

export const Product = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({ status: z.literal("active"), ...Known }),
  z.object({ status: z.literal("archived"), ...Known }),
]);
export type Product = z.infer<typeof Product>;
export type KnownProduct = Exclude<Product, { status: "unknown" }>;

export type ProductRejectionCode =
  | "product-not-found"
  | "product-archived"
  | "not-allowed"
  | "tax-not-allowed"
  | "stock-changed"
  | "stock-too-large"
  | "stock-not-counted"
  | "stock-needed";
type ProductDecision = readonly ProductEvent[] | Rejection<ProductRejectionCode>;

export const product: Decider<ProductCommand, Product, ProductEvent, ProductRejectionCode> = {
  streamType: "product",
  initialState: { status: "unknown" },
  parseState: (stored) => Product.parse(stored),

  decide(command, state) {
    switch (command.type) {
      case "AddProduct":
        return state.status === "unknown" ? add(command) : [];
      case "ChangeProduct":
        return changeProduct(command, state);
      case "AdjustStock":
        return adjustStock(command, state);
      case "ArchiveProduct":
        return archive(command, state);
      case "RestoreProduct":
        return restore(command, state);
      case "SetPicture":
        return setPicture(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "ProductAdded":
        return { status: "active", ...withChanges(event.data, {}) };
      case "ProductDetailsChanged":
        return state.status === "unknown" ? state : withDetails(state, event.data.changes);
      case "ProductRepriced":
        return state.status === "unknown"
          ? state
          : { ...state, priceMinor: event.data.toMinor, currency: event.data.currency };
      case "ProductArchived":
        return state.status === "active" ? { ...state, status: "archived" } : state;
      case "ProductRestored":
        return state.status === "archived" ? { ...state, status: "active" } : state;
      case "ProductPictureSet":
        return state.status === "unknown" ? state : withPicture(state, event.data.sha256);
      case "StockCounted": {
        const { countedMs: lastCountedMs } = event.data;
        return state.status === "unknown" || lastCountedMs === undefined
          ? state
          : { ...state, lastCountedMs };
      }
      case "StockAdjusted":
        return state;
    }
  },
};

const withDetails = (state: KnownProduct, changes: DetailChanges): KnownProduct => ({
  status: state.status,
  ...withChanges(state, changes),
  ...(state.lastCountedMs === undefined ? {} : { lastCountedMs: state.lastCountedMs }),
  ...(state.picture === undefined ? {} : { picture: state.picture }),
});

function withPicture({ picture: _, ...rest }: KnownProduct, sha256: string | null): KnownProduct {
  return sha256 === null ? rest : { ...rest, picture: sha256 };
}

function add({ type: _, ...data }: AddProduct): ProductDecision {
  if (!tracksStock(data) && data.openingStock !== 0) return reject("stock-not-counted");
  return isCountable(data.openingStock)
    ? [{ type: "ProductAdded", data }]
    : reject("stock-too-large");
}

function changeProduct(command: ChangeProduct, state: Product): ProductDecision {
  if (state.status === "unknown") return reject("product-not-found");
  if (state.status === "archived") return reject("product-archived");
  if (isStale(command, state)) return reject("stock-changed");
  const { productId, priceMinor = state.priceMinor } = command;
  const changes = findChanges(state, command);
  const changed: ProductDecision =
    Object.keys(changes).length === 0
      ? []
      : [{ type: "ProductDetailsChanged", data: { productId, changes } }];
  if (priceMinor !== state.priceMinor && !command.mayEditPrices) return reject("not-allowed");
  // It decides what a customer pays, as the price does.
  if (changes.taxCategory && !command.mayEditPrices) return reject("tax-not-allowed");
  const counted = countStock(command, {
    unit: changes.unit ? changes.unit.to : state.unit,
    tracksStock: tracksStock({ ...state, tracksStock: command.tracksStock ?? state.tracksStock }),
    isFirst: changes.tracksStock?.to === true,
  });
  if ("rejected" in counted) return counted;
  return [...changed, ...reprice(command, state), ...counted];
}

type Active = Extract<Product, { status: "active" }>;

const isStale = ({ stock, expectedStock, onHand }: ChangeProduct, { unit }: Active): boolean =>
  stock !== undefined && expectedStock !== undefined && expectedStock !== toSaleUnits(onHand, unit);

function reprice(
  { productId, priceMinor: toMinor }: ChangeProduct,
  { priceMinor: fromMinor, currency }: Active,
): readonly ProductEvent[] {
  if (toMinor === undefined || toMinor === fromMinor) return [];
  return [{ type: "ProductRepriced", data: { productId, fromMinor, toMinor, currency } }];
}

/** How the product is counted after the change. `isFirst`: it was not counted until now. */
type Counting = Readonly<{ unit: NewDetails["unit"]; tracksStock: boolean; isFirst: boolean }>;

/**
 * A count equal to the stock as shown changes nothing: parts beyond whole sale units stay. Counting
 * begins with a count, because what was sold until then was not subtracted.
 */
function countStock(
  { productId, onHand, stock, countedMs }: ChangeProduct,
  { unit, tracksStock: isCounted, isFirst }: Counting,
): ProductDecision {
  if (!isCounted) return stock === undefined || stock === 0 ? [] : reject("stock-not-counted");
  if (stock === undefined) return isFirst ? reject("stock-needed") : [];
  if (stock === toSaleUnits(onHand, unit) && !isFirst) return [];
  const to = toParts(stock, unit);
  return isCountable(to)
    ? [{ type: "StockCounted", data: { productId, to, countedMs } }]
    : reject("stock-too-large");
}

function adjustStock(command: AdjustStock, state: Product): ProductDecision {
  if (state.status === "unknown") return reject("product-not-found");
  if (state.status === "archived") return reject("product-archived");
  if (!tracksStock(state)) return reject("stock-not-counted");
  const { productId, reason } = command;
  const delta = command.isInParts ? command.delta : toParts(command.delta, state.unit);
  if (delta === 0) return [];
  if (!isCountable(delta)) return reject("stock-too-large");
  const data = { productId, delta, ...(reason === undefined ? {} : { reason }) };
  return [{ type: "StockAdjusted", data }];
}

function archive({ productId }: ArchiveProduct, state: Product): ProductDecision {
  switch (state.status) {
    case "unknown":
      return reject("product-not-found");
    case "active":
      return [{ type: "ProductArchived", data: { productId } }];
    case "archived":
      return [];
  }
}

function restore({ productId }: RestoreProduct, state: Product): ProductDecision {
  switch (state.status) {
    case "unknown":
      return reject("product-not-found");
    case "active":
      return [];
    case "archived":
      return [{ type: "ProductRestored", data: { productId } }];
  }
}

function setPicture({ productId, sha256 }: SetPicture, state: Product): ProductDecision {
  if (state.status === "unknown") return reject("product-not-found");
  if (state.status === "archived") return reject("product-archived");
  if ((state.picture ?? null) === sha256) return [];
  return [{ type: "ProductPictureSet", data: { productId, sha256 } }];
}
