import { randomUUID } from "node:crypto";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, idOf, type Method } from "#tests/integration/command-api/routes/ask.ts";

export type Request = Readonly<{ method: Method; url: string; body?: object; as: string }>;

/** A command that was sent, with its answer. */
export type Operation = Readonly<{ key: string; request: Request; answer: Answer }>;

/** A shop of one run: its people, and what they know. */
export type Shop = Readonly<{
  tenantId: TenantId;
  products: string[];
  customers: string[];
  sales: string[];
  operations: Operation[];
  /** `ask`: another query API than the usual one. */
  read: (url: string, ask?: Apis["askOf"]["query"]) => Promise<Answer>;
  send: (request: Request, key: string) => Promise<Answer>;
}>;

/** The usual price, so that most sales are at the list price. */
export const FIRST_PRICE = 4.5;

export async function registerTenant(apis: Apis): Promise<Shop> {
  const registered = await apis.ask("POST", "/auth/register.php", {
    as: "anonymous",
    body: {
      business_name: "Property shop",
      first_name: "Ama",
      last_name: "Any",
      email: `${randomUUID()}@property.example`,
      password: "correct horse",
    },
  });
  const { token, tenant } = SignInResult.parse(registered.body);
  const tenantId = TenantId.parse(tenant.id);
  const tokens = new Map([
    ["owner", token],
    ["manager", await apis.openSession("manager", { tenantId })],
    ["cashier", await apis.openSession("cashier", { tenantId })],
  ]);
  const bearer = (as: string) => ({ authorization: `Bearer ${tokens.get(as) ?? ""}` });

  const send: Shop["send"] = ({ method, url, body, as }, key) =>
    apis.askOf.command(method, url, {
      as: "anonymous",
      headers: { ...bearer(as), "idempotency-key": key },
      ...(body === undefined ? {} : { body }),
    });
  const operations: Operation[] = [];
  const add = async (url: string, body: object): Promise<string> => {
    const request: Request = { method: "POST", url, body, as: "owner" };
    const key = randomUUID();
    const answer = await send(request, key);
    operations.push({ key, request, answer });
    return idOf(answer);
  };
  const product = (stock: number) =>
    add("/api/products.php", { name: `Thing of ${stock}`, price: FIRST_PRICE, stock });

  return {
    tenantId,
    products: [await product(30), await product(90)],
    customers: [await add("/api/customers.php", { first_name: "Efua", last_name: "Any" })],
    sales: [],
    operations,
    read: (url, ask = apis.askOf.query) =>
      ask("GET", url, { as: "anonymous", headers: bearer("owner") }),
    send,
  };
}
