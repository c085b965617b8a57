import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

export type Answer = Readonly<{
  status: number;
  body: unknown;
  headers: Headers;
}>;

/** An API client like a till: it has an address, a token and the routes. */
export type Till = Readonly<{
  tenantId: string;
  token: string;
  /** What the app keeps in local storage while this person is signed in. */
  stored: Readonly<Record<string, string>>;
  /** `base`: another address, for example one service instead of the public one. */
  ask: (method: string, path: string, options?: AskOptions) => Promise<Answer>;
  addProduct: (name: string, stock: number, price?: number) => Promise<string>;
  sell: (items: readonly Item[], options?: AskOptions) => Promise<Answer>;
}>;

export type AskOptions = Readonly<{
  body?: unknown;
  key?: string;
  base?: string;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
}>;

export type Item = Readonly<{ productId: string; quantity: number; price?: number }>;

const SignedIn = z.object({
  token: z.string(),
  user: z.unknown(),
  tenant: z.looseObject({ id: z.string() }),
});
const WithId = z.object({ data: z.object({ id: z.string() }) });

const PRICE = 4.5;
const TIMEOUT_MS = 30_000;

export async function request(
  base: string,
  method: string,
  path: string,
  { body, key, headers = {}, timeoutMs = TIMEOUT_MS }: AskOptions = {},
): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  const parsed: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, body: parsed, headers: response.headers };
}

/** Registers a new shop and signs its owner in. */
export async function openTill(base: string, name = "Test shop"): Promise<Till> {
  const registered = await request(base, "POST", "/auth/register.php", {
    body: {
      business_name: name,
      first_name: "Ama",
      last_name: "Test",
      email: `${randomUUID()}@till.example`,
      password: "correct horse battery",
    },
  });
  const { token, user, tenant } = SignedIn.parse(registered.body);
  const ask: Till["ask"] = (method, path, options = {}) =>
    request(options.base ?? base, method, path, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
  return {
    tenantId: tenant.id,
    token,
    stored: { token, user: JSON.stringify(user), tenant: JSON.stringify(tenant) },
    ask,
    addProduct: async (product, stock, price = PRICE) => {
      const added = await ask("POST", "/api/products.php", {
        body: { name: product, price, stock },
      });
      return WithId.parse(added.body).data.id;
    },
    sell: (items, options = {}) =>
      ask("POST", "/api/sales.php", {
        ...options,
        body: {
          customer_id: null,
          items: items.map(({ productId, quantity, price = PRICE }) => ({
            product_id: productId,
            quantity,
            unit_price: price,
          })),
          payment_method: "cash",
          notes: "",
        },
      }),
  };
}
