import type { Route } from "playwright-core";

import type { Entry, EntryLine, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { EnrolledTill } from "#kernel/contract/api/till/tills.ts";
import { ProductId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Counter } from "#tests/e2e/sell/counter.ts";
import { saleBody } from "#tests/kit/till/entry-bodies.ts";
import { createModelTill, type ModelTill, type TillTransport } from "#tests/kit/till/model-till.ts";
import { createSigner } from "#tests/kit/till/till-signer.ts";

/** Of everything that it sends. */
const PRICE_MINOR = 500;

const overNetwork = (url: string): TillTransport => ({
  inject: async ({ method, url: path, headers, payload }) => {
    const init: RequestInit = { method, headers, body: new Uint8Array(payload) };
    const answer = await fetch(url + path, init);
    const body: unknown = await answer.json();
    return { statusCode: answer.status, json: () => body, headers: answer.headers };
  },
});

/** A till of the owner without a screen, which also sends what the till of a browser would not. */
export async function enrolTill({ app, owner, ask }: Counter): Promise<ModelTill> {
  const signer = createSigner();
  const body = { name: "Back room", public_key: signer.publicKey };
  const { till } = EnrolledTill.parse(await ask("POST", "/api/v1/tills", body));
  return createModelTill(overNetwork(app.url), {
    tenantId: TenantId.parse(owner.tenant.id),
    till,
    person: UserId.parse(owner.user.id),
    signer,
  });
}

type Sold = Readonly<{ id: string; name: string; quantity?: number }>;

/** A sale of these products at 5.00 each for cash, without tax. */
export function soldAt(
  till: ModelTill,
  sold: readonly Sold[],
  more: Readonly<{ body?: Partial<SaleEntryBody>; entry?: Partial<Entry> }> = {},
): Entry {
  const lines = sold.map(({ id, name, quantity = 1 }): EntryLine => ({
    productId: ProductId.parse(id),
    name,
    quantity,
    listPriceMinor: PRICE_MINOR,
    unitPriceMinor: PRICE_MINOR,
    discountMinor: 0,
    taxMinor: 0,
    totalMinor: PRICE_MINOR * quantity,
  }));
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  const tenders: SaleEntryBody["tenders"] = [{ method: "cash", amountMinor: totalMinor }];
  const body = { ...saleBody(sold[0]?.id ?? ""), lines, totalMinor, tenders, ...more.body };
  return till.entry("sale", body, more.entry);
}

/** Sends the request twice, as a network that has lost the first answer, and answers as the second time. */
export async function sendTwice(route: Route): Promise<void> {
  await route.fetch();
  await route.fulfill({ response: await route.fetch() });
}
