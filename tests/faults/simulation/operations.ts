import { createHash } from "node:crypto";

import { addCustomer, changeCustomer } from "#command-api/customer/customer-commands.ts";
import type { CommandContext, EventStore } from "#command-api/event-store/handle-command.ts";
import { canonicalJson } from "#command-api/http/request-hash.ts";
import { addProduct, adjustStock, changeProduct } from "#command-api/product/product-commands.ts";
import { recordSale } from "#command-api/sale/record-sale.ts";
import { voidSale } from "#command-api/sale/void-sale.ts";
import { CommandId, CustomerId, ProductId, SaleId, type TenantId } from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { customerId, productId, userId } from "#tests/kit/builders/fixed-ids.ts";

import type { CommandProcess } from "./processes.ts";
import type { Dice } from "./random-streams.ts";

const PRICE_MINOR = 450;
const FIRST_STOCK = 30;
/** The products and customers that both shops open with, under the same ids. */
export const FIRST_PRODUCTS = [1, 2, 3, 4].map(productId);
export const FIRST_CUSTOMERS = [1, 2].map(customerId);

/** One command of a client, under one key, however often it is sent. */
export type Operation = {
  readonly tenantId: TenantId;
  readonly seller: number;
  readonly key: CommandId;
  readonly kind: Kind;
  /** What the operation is about, if its answer names no id. */
  readonly about: string | undefined;
  readonly perform: (process: CommandProcess, attempt: number) => Promise<object>;
  /** `unknown`: at least one try had no answer, and none succeeded. */
  status: "ok" | "refused" | "unknown";
  /** The different answers that succeeded, as JSON: one, if all is well. */
  readonly answers: Set<string>;
};

export type Kind =
  | "sell"
  | "void sale"
  | "count stock"
  | "adjust stock"
  | "add product"
  | "rename product"
  | "add customer"
  | "change customer";

const KINDS: readonly Kind[] = [
  ...Array.from({ length: 9 }, () => "sell" as const),
  ...Array.from({ length: 3 }, () => "void sale" as const),
  ...Array.from({ length: 2 }, () => "count stock" as const),
  ...Array.from({ length: 2 }, () => "adjust stock" as const),
  "add product",
  "rename product",
  "add customer",
  "change customer",
];

/** What one seller knows: only they add to it, so it does not depend on the others' timing. */
export type Known = Readonly<{ sales: string[]; products: ProductId[]; customers: CustomerId[] }>;

type Drawing = Readonly<{
  tenantId: TenantId;
  seller: number;
  known: Known;
  /** Differs between the shops. */
  dice: Dice;
  /** The same in both shops, so that they use the same ids. */
  ids: Dice;
}>;

type Performing = Readonly<{ request: object; about?: string; perform: Perform }>;
type Perform = (process: CommandProcess, context: CommandContext, id: string) => Promise<object>;

/** The next operation of a seller. */
export function drawOperation(drawing: Drawing): Operation {
  const { tenantId, seller, dice, ids, known } = drawing;
  const drawn = dice.pick(KINDS);
  const kind = drawn === "void sale" && known.sales.length === 0 ? "sell" : drawn;
  const key = CommandId.parse(ids.id());
  const own = ids.id();
  const { request, about, perform } = REQUESTS[kind](drawing, own);
  return {
    tenantId,
    seller,
    key,
    kind,
    about,
    perform: (process, attempt) => {
      const actorId = userId(100 + seller);
      const occurredMs = process.clock();
      const context = contextOf(
        { tenantId, actorId, commandId: key, occurredMs },
        { kind, request },
      );
      // A server makes a new id for each try of an addition.
      return perform(process, context, attempt === 1 ? own : derivedId(own, `try ${attempt}`));
    },
    status: "refused",
    answers: new Set(),
  };
}

/** The context that a route makes of a request. */
const contextOf = (
  who: Pick<CommandContext, "tenantId" | "actorId" | "commandId" | "occurredMs">,
  request: object,
): CommandContext => ({
  ...who,
  requestHash: createHash("sha256").update(canonicalJson(request)).digest(),
  meta: { source: "web" },
});

type Shop = Readonly<{ store: EventStore; sealer: Sealer; tenantId: TenantId }>;

/** The first products and customers, in each shop by the same commands. */
export async function stockShop({ store, sealer, tenantId }: Shop): Promise<void> {
  const contextFor = (about: string): CommandContext => {
    const commandId = CommandId.parse(derivedId(about, "open the shop"));
    const who = { tenantId, actorId: userId(1), commandId, occurredMs: Date.now() };
    return contextOf(who, { about });
  };
  for (const [number, id] of FIRST_PRODUCTS.entries()) {
    await addProduct(store, contextFor(id), id, {
      name: `Milo ${number}`,
      price: PRICE_MINOR,
      stock: FIRST_STOCK,
      description: undefined,
    });
  }
  for (const id of FIRST_CUSTOMERS) {
    const request = { first_name: "Ama", last_name: "Mensah" };
    await addCustomer({ store, sealer }, contextFor(id), id, request);
  }
}

const REQUESTS: Readonly<Record<Kind, (drawing: Drawing, own: string) => Performing>> = {
  sell: ({ dice, known }) => {
    const lines = Array.from({ length: dice.between(1, 3) }, () => ({
      product_id: dice.pick(dice.chance(0.9) ? FIRST_PRODUCTS : known.products),
      quantity: dice.chance(0.1) ? dice.between(8, 15) : dice.between(1, 3),
      unit_price: PRICE_MINOR,
    }));
    const request = {
      customer_id: dice.chance(0.3) ? dice.pick(known.customers) : undefined,
      items: lines,
      payment_method: dice.pick(["cash", "card", "mobile_money"] as const),
      notes: undefined,
    };
    return {
      request,
      perform: ({ store, sealer }, context, id) =>
        recordSale(store, context, { saleId: SaleId.parse(id), request, role: "cashier", sealer }),
    };
  },
  "void sale": ({ dice, known }) => {
    const saleId = SaleId.parse(dice.pick(known.sales));
    return {
      request: { saleId },
      about: saleId,
      perform: ({ store }, context) => voidSale(store, context, { saleId }),
    };
  },
  "count stock": ({ dice, known }) => {
    const product = dice.pick(known.products);
    const change = {
      productId: product,
      mayEditPrices: true,
      stock: dice.between(0, 40),
      expected_stock: dice.chance(0.3) ? dice.between(0, 40) : undefined,
    };
    return {
      request: change,
      perform: ({ store }, context) => changeProduct(store, context, change),
    };
  },
  "adjust stock": ({ dice, known }) => {
    const adjustment = { productId: dice.pick(known.products), delta: dice.between(-6, 14) || 1 };
    return {
      request: adjustment,
      perform: ({ store }, context) => adjustStock(store, context, adjustment),
    };
  },
  "add product": ({ dice }) => {
    const request = {
      name: `Thing ${dice.between(1, 9999)}`,
      price: PRICE_MINOR,
      stock: dice.between(0, 30),
      description: undefined,
    };
    return {
      request,
      perform: ({ store }, context, id) => addProduct(store, context, ProductId.parse(id), request),
    };
  },
  "rename product": ({ dice, known }) => {
    const change = {
      productId: dice.pick(known.products),
      mayEditPrices: true,
      name: `Renamed ${dice.between(1, 9999)}`,
    };
    return {
      request: change,
      perform: ({ store }, context) => changeProduct(store, context, change),
    };
  },
  "add customer": ({ dice }) => {
    const request = { first_name: `Efua ${dice.between(1, 9999)}`, last_name: "Simulated" };
    return {
      request,
      perform: (people, context, id) => addCustomer(people, context, CustomerId.parse(id), request),
    };
  },
  "change customer": ({ dice, known }) => {
    const customer = dice.pick(known.customers);
    const request = { phone: `02${dice.between(10_000_000, 99_999_999)}` };
    return {
      request: { customer, ...request },
      about: customer,
      perform: (people, context) => changeCustomer(people, context, customer, request),
    };
  },
};
