import type { Call } from "./calls.ts";
import { FIRST_PRICE, type Request, type Shop } from "./shop.ts";

const HOUR_MS = 3_600_000;

const at = <Value>(values: readonly Value[], which: number): Value | undefined =>
  values[which % Math.max(1, values.length)];

type CallInput = Readonly<{
  call: Call;
  as: string;
  shop: Shop;
  other: Shop;
  stockOf: (productId: string) => number;
}>;

/** The request for a call, if there is something to call it on. */
export function toRequest({ call, as, shop, other, stockOf }: CallInput): Request | undefined {
  switch (call.kind) {
    case "add product": {
      const { price, stock } = call;
      const body = { name: `Thing ${shop.products.length}`, price: price / 100, stock };
      return { method: "POST", url: "/api/products.php", body, as };
    }
    case "change product": {
      const id = at(shop.products, call.which);
      const name = call.name === null ? {} : { name: `Thing ${call.name}` };
      const price = call.price === null ? {} : { price: call.price / 100 };
      return onThing(id, {
        method: "PUT",
        url: "/api/products.php",
        body: { id, ...name, ...price },
        as,
      });
    }
    case "count stock": {
      const id = at(shop.products, call.which);
      const body = { id, stock: call.to, ...expectation(call.expected, stockOf(id ?? "")) };
      return onThing(id, { method: "PUT", url: "/api/products.php", body, as });
    }
    case "track stock": {
      const id = at(shop.products, call.which);
      const count = call.tracks ? { stock: call.to } : {};
      const body = { id, track_stock: call.tracks, ...count };
      return onThing(id, { method: "PUT", url: "/api/products.php", body, as });
    }
    case "move stock": {
      const id = at(shop.products, call.which);
      const body = { product_id: id, type: call.direction, quantity: call.quantity };
      return onThing(id, { method: "POST", url: "/api/v1/stock-movements", body, as });
    }
    case "archive product":
      return remove("products", at(shop.products, call.which), as);
    case "add customer": {
      const body = { first_name: `Any ${call.which}`, last_name: "Body", email: "", phone: "" };
      return { method: "POST", url: "/api/customers.php", body, as };
    }
    case "change customer": {
      const id = at(shop.customers, call.which);
      const body = { id, phone: String(call.which) };
      return onThing(id, { method: "PUT", url: "/api/customers.php", body, as });
    }
    case "archive customer":
      return remove("customers", at(shop.customers, call.which), as);
    case "sell":
      return sell(call, shop, as);
    case "void sale":
      return remove("sales", at(shop.sales, call.which), as);
    case "sell theirs": {
      const id = at(other.products, call.which);
      const items = [{ product_id: id, quantity: 1, unit_price: FIRST_PRICE }];
      return onThing(id, { method: "POST", url: "/api/sales.php", body: { items }, as });
    }
    case "repeat":
      return at(shop.operations, call.which)?.request;
    case "reuse key": {
      const before = at(shop.operations, call.which)?.request;
      return before && { ...before, method: "POST", url: "/api/products.php", body: REUSED };
    }
  }
}

const REUSED = { name: "Of a key that was used", price: 1, stock: 1 };

const onThing = (id: string | undefined, request: Request): Request | undefined =>
  id === undefined ? undefined : request;

const remove = (list: string, id: string | undefined, as: string): Request | undefined =>
  onThing(id, { method: "DELETE", url: `/api/${list}.php?id=${id ?? ""}`, as });

function expectation(expected: string, stock: number): object {
  if (expected === "none") return {};
  return { expected_stock: expected === "right" ? stock : stock + 7 };
}

function sell(call: Call & { kind: "sell" }, shop: Shop, as: string): Request | undefined {
  const items = call.lines.map(({ which, quantity, price }) => ({
    product_id: at(shop.products, which),
    quantity,
    unit_price: price === null ? FIRST_PRICE : price / 100,
  }));
  const body = {
    customer_id: call.customer === null ? null : (at(shop.customers, call.customer) ?? null),
    payment_method: call.method,
    notes: "",
    occurred_at: new Date(Date.now() - call.hoursAgo * HOUR_MS).toISOString(),
    items,
  };
  const request: Request = { method: "POST", url: "/api/sales.php", body, as };
  return onThing(items[0]?.product_id, request);
}
