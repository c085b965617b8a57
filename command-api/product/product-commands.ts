import type { StockLine } from "#command-api/event-store/append.ts";
import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { type Moves, planStream } from "#command-api/event-store/plan.ts";
import { localDate, productLimit, toShop } from "#command-api/event-store/shop.ts";
import type { AddProductRequest, ChangeProductRequest } from "#kernel/contract/api/product.ts";
import type { ProductEvent } from "#kernel/contract/events/product.ts";
import { type ProductId, StreamId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";

import { product, type ProductCommand, type ProductRejectionCode } from "./product.ts";

export type ProductOutcome =
  | Readonly<{ id: ProductId; stock?: number }>
  | Rejection<ProductRejectionCode | ShellRejectionCode>;

/** The counter behind the plan's limit: products that are not archived. */
const PRODUCTS = "products";

const UNKNOWN: Head = { version: 0, onHand: undefined, state: undefined };

export async function addProduct(
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
  { name, description, price, stock }: AddProductRequest,
): Promise<ProductOutcome> {
  const streamId = StreamId.parse(productId);
  const outcome = await handleCommand(store, context, {
    streams: [streamId, StreamId.parse(context.tenantId)],
    decide: ([head = UNKNOWN, tenant]) => {
      const shop = toShop(tenant);
      const max = productLimit(shop, localDate(context.occurredMs, shop.timezone));
      return planStream({
        decider: product,
        streamId,
        head,
        command: {
          type: "AddProduct",
          productId,
          name,
          priceMinor: price,
          currency: shop.currency,
          openingStock: stock,
          ...(description === undefined ? {} : { description }),
        },
        movesOf: (event) => movesOf(event, { productLimit: max }),
      });
    },
  });
  return answer(outcome, productId);
}

export type ProductChange = Omit<ChangeProductRequest, "id"> &
  Readonly<{ productId: ProductId; mayEditPrices: boolean }>;

/** `expected_stock` is compared under the product's row (R20): a stale count is refused, nothing written. */
export async function changeProduct(
  store: EventStore,
  context: CommandContext,
  change: ProductChange,
): Promise<ProductOutcome> {
  const { price, expected_stock: expectedOnHand, ...fields } = change;
  const outcome = await decideOn(store, context, change.productId, (head) => {
    const onHand = head.onHand ?? 0;
    if (expectedOnHand !== undefined && fields.stock !== undefined && expectedOnHand !== onHand) {
      return reject("stock-changed");
    }
    return [
      { type: "ChangeProduct", ...fields, priceMinor: price, onHand },
      expectedOnHand === undefined ? {} : { expectedOnHand },
    ];
  });
  return answer(outcome, change.productId);
}

export async function adjustStock(
  store: EventStore,
  context: CommandContext,
  adjustment: Readonly<{ productId: ProductId; delta: number; reason?: string | undefined }>,
): Promise<ProductOutcome> {
  const command = { type: "AdjustStock", ...adjustment } as const;
  const outcome = await decideOn(store, context, adjustment.productId, () => [command, {}]);
  return answer(outcome, adjustment.productId);
}

export async function archiveProduct(
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
): Promise<ProductOutcome> {
  const command = { type: "ArchiveProduct", productId } as const;
  const outcome = await decideOn(store, context, productId, () => [command, {}]);
  return answer(outcome, productId);
}

type Rules = Readonly<{ expectedOnHand?: number; productLimit?: number | undefined }>;

function decideOn(
  store: EventStore,
  context: CommandContext,
  productId: ProductId,
  commandFor: (head: Head) => readonly [ProductCommand, Rules] | Rejection<"stock-changed">,
): Promise<Accepted | Rejection<ProductRejectionCode | ShellRejectionCode>> {
  const streamId = StreamId.parse(productId);
  return handleCommand<ProductRejectionCode | "stock-changed">(store, context, {
    streams: [streamId],
    decide: ([head = UNKNOWN]) => {
      const decided = commandFor(head);
      if (isRejection(decided)) return decided;
      const [command, rules] = decided;
      return planStream({
        decider: product,
        streamId,
        head,
        command,
        movesOf: (event) => movesOf(event, rules),
      });
    },
  });
}

/** What an event of a product moves: its stock and the number of products. */
function movesOf(event: ProductEvent, { expectedOnHand, productLimit: max }: Rules): Moves {
  const productId = StreamId.parse(event.data.productId);
  const line = (amount: number, more: Partial<StockLine> = {}): Moves => ({
    stock: [{ productId, amount, floor: true, ...more }],
  });
  switch (event.type) {
    case "ProductAdded":
      return {
        ...line(event.data.openingStock),
        counters: [{ name: PRODUCTS, delta: 1, ...(max === undefined ? {} : { max }) }],
      };
    case "StockAdjusted":
      return line(event.data.delta);
    case "StockCounted":
      return line(event.data.to, {
        absolute: true,
        ...(expectedOnHand === undefined ? {} : { expectedOnHand }),
      });
    case "ProductArchived":
      return { counters: [{ name: PRODUCTS, delta: -1 }] };
    case "ProductRestored":
      return { counters: [{ name: PRODUCTS, delta: 1, ...(max === undefined ? {} : { max }) }] };
    case "ProductDetailsChanged":
    case "ProductRepriced":
      return {};
  }
}

/** The answer is made from the events alone, so that a repeated request gets the first one's. */
function answer(
  outcome: Accepted | Rejection<ProductRejectionCode | ShellRejectionCode>,
  productId: ProductId,
): ProductOutcome {
  if (isRejection(outcome)) return outcome;
  const added = outcome.events.find(({ event }) => event.type === "ProductAdded");
  const after = outcome.events.flatMap(({ effects }) => effects.stock ?? []).at(-1)?.[2];
  const id = added?.event.type === "ProductAdded" ? added.event.data.productId : productId;
  return { id, ...(after === undefined ? {} : { stock: after }) };
}
