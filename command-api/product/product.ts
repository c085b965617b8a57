import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type { ProductAdded, ProductEvent } from "#kernel/contract/events/product.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { Currency, MinorAmount } from "#kernel/contract/money.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

export type AddProduct = Readonly<{ type: "AddProduct" } & ProductAdded["data"]>;

/** Absent fields stay as they are; `description: null` clears it. `stock` is a count of what is there. */
export type ChangeProduct = Readonly<{
  type: "ChangeProduct";
  productId: ProductId;
  name?: string | undefined;
  description?: string | null | undefined;
  priceMinor?: number | undefined;
  stock?: number | undefined;
  onHand: number;
  mayEditPrices: boolean;
}>;

export type AdjustStock = Readonly<{
  type: "AdjustStock";
  productId: ProductId;
  delta: number;
  reason?: string | undefined;
}>;

export type ArchiveProduct = Readonly<{ type: "ArchiveProduct"; productId: ProductId }>;

export type ProductCommand = AddProduct | ChangeProduct | AdjustStock | ArchiveProduct;

const Details = {
  name: z.string(),
  description: z.optional(z.string()),
  priceMinor: MinorAmount,
  currency: Currency,
} as const;

export const Product = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({ status: z.literal("active"), ...Details }),
  z.object({ status: z.literal("archived"), ...Details }),
]);
export type Product = z.infer<typeof Product>;

export type ProductRejectionCode = "product-not-found" | "product-archived" | "not-allowed";
type ProductDecision = readonly ProductEvent[] | Rejection<ProductRejectionCode>;

export const product: Decider<ProductCommand, Product, ProductEvent, ProductRejectionCode> = {
  streamType: "product",
  initialState: { status: "unknown" },
  parseState: (stored) => Product.parse(stored),

  decide(command, state) {
    switch (command.type) {
      case "AddProduct":
        return state.status === "unknown" ? [added(command)] : [];
      case "ChangeProduct":
        return changeProduct(command, state);
      case "AdjustStock":
        return adjustStock(command, state);
      case "ArchiveProduct":
        return archive(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "ProductAdded": {
        const { name, description, priceMinor, currency } = event.data;
        return {
          status: "active",
          name,
          priceMinor,
          currency,
          ...(description === undefined ? {} : { description }),
        };
      }
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
      case "StockAdjusted":
      case "StockCounted":
        return state;
    }
  },
};

const added = ({ type: _, ...data }: AddProduct): ProductEvent => ({ type: "ProductAdded", data });

function changeProduct(command: ChangeProduct, state: Product): ProductDecision {
  if (state.status === "unknown") return reject("product-not-found");
  if (state.status === "archived") return reject("product-archived");
  const { productId, priceMinor, stock } = command;
  const events: ProductEvent[] = [];

  const changes = changedDetails(command, state);
  if (Object.keys(changes).length > 0) {
    events.push({ type: "ProductDetailsChanged", data: { productId, changes } });
  }
  if (priceMinor !== undefined && priceMinor !== state.priceMinor) {
    if (!command.mayEditPrices) return reject("not-allowed");
    const { currency } = state;
    const repriced = { productId, fromMinor: state.priceMinor, toMinor: priceMinor, currency };
    events.push({ type: "ProductRepriced", data: repriced });
  }
  if (stock !== undefined && stock !== command.onHand) {
    events.push({ type: "StockCounted", data: { productId, to: stock } });
  }
  return events;
}

type Known = Exclude<Product, { status: "unknown" }>;
type Changes = Extract<ProductEvent, { type: "ProductDetailsChanged" }>["data"]["changes"];

function changedDetails({ name, description }: ChangeProduct, state: Known): Changes {
  const before = state.description ?? null;
  return {
    ...(name === undefined || name === state.name ? {} : { name: { from: state.name, to: name } }),
    ...(description === undefined || description === before
      ? {}
      : { description: { from: before, to: description } }),
  };
}

function withDetails({ description, ...rest }: Known, changes: Changes): Known {
  const now = changes.description ? changes.description.to : (description ?? null);
  return {
    ...rest,
    ...(changes.name ? { name: changes.name.to } : {}),
    ...(now === null ? {} : { description: now }),
  };
}

function adjustStock({ productId, delta, reason }: AdjustStock, state: Product): ProductDecision {
  if (state.status === "unknown") return reject("product-not-found");
  if (state.status === "archived") return reject("product-archived");
  if (delta === 0) return [];
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
