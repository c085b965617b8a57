import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import {
  localDate,
  productLimit,
  tenantRulesStreams,
  toTenantRules,
} from "#command-api/tenant-rules/tenant-rules.ts";
import type { AddProductRequest, ChangeProductRequest } from "#kernel/contract/api/product.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import type { Currency } from "#kernel/contract/money.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import { untaxedField } from "#kernel/contract/untaxed.ts";

import { toParts, toSaleUnits, tracksStock, type Unit } from "./product-details.ts";
import { movesOf, type Rules } from "./product-moves.ts";
import {
  type AddProduct,
  type KnownProduct,
  Product,
  product,
  type ProductCommand,
  type ProductRejectionCode,
} from "./product.ts";

type Code = ProductRejectionCode | ShellRejectionCode;
export type ProductOutcome = Readonly<{ id: ProductId; stock?: number }> | Rejection<Code>;

export const addProduct = (
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
  request: AddProductRequest,
): Promise<ProductOutcome> =>
  run(store, context, productId, {
    needsFacts: true,
    format: formatOf(request),
    decide: (_head, facts) => [
      toAddProduct(request, { productId, currency: facts.currency }),
      { productLimit: facts.productLimit },
    ],
  });

/** An older process would drop these fields from its snapshot and its read model: it moves stock and charges tax. */
export const formatOf = ({
  track_stock: isTracked,
  tax_category: taxCategory = "standard",
}: Pick<AddProductRequest, "track_stock" | "tax_category">) =>
  isTracked === false || taxCategory !== "standard" ? 2 : 1;

/** Turns a request for a new product into its command. */
export function toAddProduct(
  request: AddProductRequest,
  { productId, currency }: Readonly<{ productId: ProductId; currency: Currency }>,
): AddProduct {
  const { name, description, price, stock, sku, barcodes, category } = request;
  const unit = request.unit && toUnit(request.unit);
  const reorderPoint = request.reorder_point;
  return {
    type: "AddProduct",
    productId,
    name,
    priceMinor: price,
    currency,
    openingStock: toParts(stock, unit),
    ...(description === undefined ? {} : { description }),
    ...(sku === undefined ? {} : { sku }),
    ...(barcodes === undefined ? {} : { barcodes }),
    ...(category === undefined ? {} : { category }),
    ...(unit === undefined ? {} : { unit }),
    ...(request.cost === undefined ? {} : { costMinor: request.cost }),
    ...(reorderPoint === undefined ? {} : { reorderPoint: toParts(reorderPoint, unit) }),
    ...(request.track_stock === false ? { tracksStock: false } : {}),
    ...untaxedField(request.tax_category),
  };
}

const toUnit = ({ name, per_unit: perUnit }: { name: string; per_unit: number }): Unit => ({
  name,
  perUnit,
});

export type ProductChange = Omit<ChangeProductRequest, "id"> &
  Readonly<{
    productId: ProductId;
    mayEditPrices: boolean;
    /** In base units. A `stock` that is equal to it is no count. */
    stockAsRead?: number | undefined;
  }>;

/**
 * `expected_stock` is compared under the lock of the product's row: a count based on an old stock
 * is refused.
 */
export const changeProduct = (
  store: EventStore,
  context: CommandContext,
  { productId, stockAsRead, ...change }: ProductChange,
): Promise<ProductOutcome> =>
  run(store, context, productId, {
    format: change.track_stock === undefined && change.tax_category === undefined ? 1 : 2,
    decide: (head) => {
      const { price, cost, unit, reorder_point: reorderPoint, expected_stock, ...more } = change;
      const { track_stock: isTracked, tax_category: taxCategory, stock, ...fields } = more;
      const known = knownOf(head);
      const isAsRead = stockAsRead !== undefined && stock === toSaleUnits(stockAsRead, known?.unit);
      const isCounted = known === undefined || tracksStock(known);
      const onHand = isCounted ? (head.onHand ?? 0) : 0;
      const unitNow = unit === undefined ? known?.unit : unit && toUnit(unit);
      return [
        {
          type: "ChangeProduct",
          productId,
          ...fields,
          ...(isAsRead ? {} : { stock }),
          priceMinor: price,
          costMinor: cost,
          ...(unit === undefined ? {} : { unit: unitNow }),
          reorderPoint: reorderPoint && toParts(reorderPoint, unitNow),
          tracksStock: isTracked,
          taxCategory,
          expectedStock: expected_stock,
          countedMs: context.occurredMs,
          onHand,
        },
        expected_stock === undefined || !isCounted ? {} : { expectedOnHand: onHand },
      ];
    },
  });

export type Adjustment = Readonly<{
  productId: ProductId;
  delta: number;
  isInParts?: boolean | undefined;
  reason?: string | undefined;
}>;

export const adjustStock = (
  store: EventStore,
  context: CommandContext,
  adjustment: Adjustment,
): Promise<ProductOutcome> =>
  run(store, context, adjustment.productId, {
    decide: () => [{ type: "AdjustStock", ...adjustment }, {}],
  });

export const archiveProduct = (
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
): Promise<ProductOutcome> =>
  run(store, context, productId, { decide: () => [{ type: "ArchiveProduct", productId }, {}] });

/** A restored product counts against the plan again. */
export const restoreProduct = (
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
): Promise<ProductOutcome> =>
  run(store, context, productId, {
    needsFacts: true,
    decide: (_head, facts) => [
      { type: "RestoreProduct", productId },
      { productLimit: facts.productLimit },
    ],
  });

type ProductFacts = Readonly<{ currency: Currency; productLimit: number | undefined }>;

type ProductPlan = Readonly<{ format?: number }> &
  Readonly<
    | {
        needsFacts: true;
        decide: (head: Head, facts: ProductFacts) => readonly [ProductCommand, Rules];
      }
    | { needsFacts?: false; decide: (head: Head) => readonly [ProductCommand, Rules] }
  >;

async function run(
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
  plan: ProductPlan,
): Promise<ProductOutcome> {
  const outcome = await handleCommand<ProductRejectionCode>(store, context, {
    format: plan.format,
    streams: [productId, ...(plan.needsFacts ? tenantRulesStreams(context.tenantId) : [])],
    decide: ([head = NO_HEAD, ...tenantHeads]) => {
      const [command, rules] = plan.needsFacts
        ? plan.decide(head, productFacts(context, tenantHeads))
        : plan.decide(head);
      const moves = (event: Parameters<typeof movesOf>[0]) => movesOf(event, rules);
      return planStream({ decider: product, streamId: productId, head, command, movesOf: moves });
    },
  });
  return isRejection(outcome) ? outcome : answer(store, context, productId, outcome);
}

/** The rules for new products from the tenant's plan and settings. */
export function productFacts(
  { occurredMs }: CommandContext,
  [tenant, settings]: readonly (Head | undefined)[],
): ProductFacts {
  const rules = toTenantRules(tenant, settings);
  const today = localDate(occurredMs, rules.timezone);
  return { currency: rules.currency, productLimit: productLimit(rules, today) };
}

/**
 * Made from the events, so that a repeated request gets the first answer. Stock is in sale units.
 */
async function answer(
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
  { events }: Accepted,
): Promise<ProductOutcome> {
  const added = events.find(({ event }) => event.type === "ProductAdded");
  const after = events.flatMap(({ effects }) => effects.stock ?? []).at(-1)?.[2];
  if (added?.event.type === "ProductAdded") {
    const { productId: id, unit } = added.event.data;
    return { id, ...(after === undefined ? {} : { stock: toSaleUnits(after, unit) }) };
  }
  if (after === undefined) return { id: productId };
  const { heads } = await store.load({ ...context, streams: [productId] });
  return { id: productId, stock: toSaleUnits(after, knownOf(heads[0] ?? NO_HEAD)?.unit) };
}

function knownOf({ state }: Head): KnownProduct | undefined {
  const known = Product.safeParse(state).data;
  return known === undefined || known.status === "unknown" ? undefined : known;
}
