import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import type { Api, Signed } from "./api.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";

const SHORT = "<img src=x onerror=alert(7)>";
/** An email cannot hold blanks. */
const DENSE = "<svg/onload=alert(7)>";
const PASSWORD = "correct horse battery";

const Id = z.object({ id: z.string() });
/** The platform's banner, which every shop sees. */
export const BANNER = "<img data-hostile src=x onerror=alert(7)>";
const textAt = (index: number): string => HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? SHORT;
const emailOf = (index: number): string => `${randomUUID()}${DENSE}${index}@hostile.example`;

/** A shop in which every text is hostile, also those that it sends to the platform. */
export async function openHostileShop(api: Api, admin: Signed | undefined): Promise<Signed> {
  const owner = await api.signIn("/auth/register.php", {
    business_name: textAt(0),
    first_name: textAt(1),
    last_name: textAt(2),
    // Its alerts go to a mail server that accepts them.
    email: `${randomUUID()}@hostile.example`,
    password: PASSWORD,
  });
  const products = await Promise.all(HOSTILE_TEXTS.map((_, at) => addProduct(api, owner, at)));
  const customers = await Promise.all(HOSTILE_TEXTS.map((_, at) => addCustomer(api, owner, at)));
  for (const [at, product] of products.entries()) {
    await api.ask("POST", "/api/v1/stock-movements", {
      as: owner,
      body: { product_id: product, type: "add", quantity: 1, reason: textAt(at) },
    });
    await sell(api, owner, { at, product, customer: customers[at] });
  }
  await tellOfItself(api, owner);
  await writeToThePlatform(api);
  await actAsPlatform(api, admin, owner);
  return owner;
}

async function addProduct(api: Api, as: Signed, at: number): Promise<string> {
  const body = {
    name: textAt(at),
    description: textAt(at + 1),
    price: 2,
    stock: 6,
    sku: SHORT,
    category: SHORT,
  };
  return Id.parse(await api.ask("POST", "/api/products.php", { as, body })).id;
}

async function addCustomer(api: Api, as: Signed, at: number): Promise<string> {
  const body = {
    first_name: textAt(at),
    last_name: textAt(at + 1),
    email: emailOf(at),
    phone: SHORT,
    address: textAt(at + 2),
  };
  return Id.parse(await api.ask("POST", "/api/customers.php", { as, body })).id;
}

type SoldItem = Readonly<{ at: number; product: string; customer: string | undefined }>;

async function sell(api: Api, as: Signed, { at, product, customer }: SoldItem): Promise<void> {
  const body = {
    customer_id: customer ?? null,
    items: [{ product_id: product, quantity: 1, unit_price: 2 }],
    payment_method: "cash",
    notes: textAt(at),
  };
  const { id } = Id.parse(await api.ask("POST", "/api/sales.php", { as, body }));
  const isVoided = at % 10 === 0;
  if (isVoided) {
    await api.ask("DELETE", `/api/sales.php?id=${id}`, { as, body: { reason: textAt(at) } });
  }
}

async function tellOfItself(api: Api, as: Signed): Promise<void> {
  const [phone, address, footer] = [SHORT, textAt(8), textAt(9)];
  await api.ask("PUT", "/api/v1/settings/business", {
    as,
    body: { phone, address, receipt_footer: footer, email: emailOf(1) },
  });
  await api.ask("PUT", "/api/v1/settings/profile", { as, body: { phone: SHORT } });
  const invited = { email: emailOf(2), role: "cashier" };
  await api.ask("POST", "/api/v1/staff", { as, body: invited });
  await api.ask("POST", "/api/notifications/send-low-stock-alerts", { as });
}

async function writeToThePlatform(api: Api): Promise<void> {
  for (const [at, message] of HOSTILE_TEXTS.entries()) {
    const body = {
      first_name: message,
      last_name: textAt(at + 1),
      email: emailOf(at),
      company: textAt(at + 2),
      subject: "sales",
      message: `${message} and more`,
    };
    await api.ask("POST", "/api/v1/contact", { body });
  }
}

async function actAsPlatform(api: Api, as: Signed | undefined, shop: Signed): Promise<void> {
  for (const at of HOSTILE_TEXTS.keys()) {
    const body = { name: textAt(at), email: emailOf(at), phone: SHORT, address: textAt(at + 1) };
    await api.ask("POST", "/api/super-admin.php/tenant", { as, body });
  }
  const banner = { maintenance_banner: BANNER };
  await api.ask("PUT", "/api/v1/platform/settings", { as, body: banner });
  const support = { tenant_id: shop.tenant.id, reason: textAt(8) };
  await api.ask("POST", "/api/v1/platform/support-sessions", { as, body: support });
}
