import type { Entry, EntryLine, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { EnrolledTill } from "#kernel/contract/api/till/tills.ts";
import { ProductId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Api, Signed } from "#tests/kit/browser/screens/api.ts";

import { saleBody } from "./entry-bodies.ts";
import { createModelTill, type ModelTill, type TillTransport } from "./model-till.ts";
import { createSigner } from "./till-signer.ts";

const PRICE_MINOR = 500;

const overNetwork = (url: string): TillTransport => ({
  inject: async ({ method, url: path, headers, payload }) => {
    const init: RequestInit = { method, headers, body: new Uint8Array(payload) };
    const answer = await fetch(url + path, init);
    const body: unknown = await answer.json();
    return { statusCode: answer.status, json: () => body, headers: answer.headers };
  },
});

type Place = Readonly<{ api: Api; url: string; owner: Signed }>;

/** A till of this person without a screen, which also sends what the till of a browser would not. */
export async function enrolTill({ api, url, owner }: Place, person = owner): Promise<ModelTill> {
  const signer = createSigner();
  const body = { name: "Back room", public_key: signer.publicKey };
  const enrolled = await api.ask("POST", "/api/v1/tills", { as: owner, body });
  return createModelTill(overNetwork(url), {
    tenantId: TenantId.parse(owner.tenant.id),
    till: EnrolledTill.parse(enrolled).till,
    person: UserId.parse(person.user.id),
    signer,
  });
}

type Sold = Readonly<{
  id: string;
  name: string;
  quantity?: number;
  listMinor?: number;
  unitMinor?: number;
}>;

/** A sale of these products for cash, without tax: at 5.00 each if no price is given. */
export function soldAt(
  till: ModelTill,
  sold: readonly Sold[],
  more: Readonly<{ body?: Partial<SaleEntryBody>; entry?: Partial<Entry> }> = {},
): Entry {
  const lines = sold.map(
    ({ id, name, quantity = 1, listMinor = PRICE_MINOR, unitMinor = listMinor }): EntryLine => ({
      productId: ProductId.parse(id),
      name,
      quantity,
      listPriceMinor: listMinor,
      unitPriceMinor: unitMinor,
      discountMinor: 0,
      taxMinor: 0,
      totalMinor: unitMinor * quantity,
    }),
  );
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  const tenders: SaleEntryBody["tenders"] = [{ method: "cash", amountMinor: totalMinor }];
  const body = { ...saleBody(sold[0]?.id ?? ""), lines, totalMinor, tenders, ...more.body };
  return till.entry("sale", body, more.entry);
}
