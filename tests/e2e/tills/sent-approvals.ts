import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import { ApprovalResult } from "#kernel/contract/api/till/approval.ts";
import type { Entry, EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { EnrolledTill } from "#kernel/contract/api/till/tills.ts";
import { ProductId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { OWNER_PIN, type SharedShop } from "#tests/kit/browser/shared-till.ts";
import { saleBody } from "#tests/kit/till/entry-bodies.ts";
import { createModelTill } from "#tests/kit/till/model-till.ts";
import { createSigner } from "#tests/kit/till/till-signer.ts";

const LIST_MINOR = 6_800;
const LATE_MS = 150_000;
const DAY_MS = 86_400_000;

const Products = z.array(z.object({ id: z.string(), name: z.string() }));

/**
 * A till that was tampered with sells milk for Yaw, with an approval that Akosua gave by PIN: first as
 * it was given, at 60.01, and then for another entry, act, person and amount, and too late, at 60.02 to
 * 60.06. The last sale is of yesterday, at the shop's price.
 */
export async function sendApprovals({ api, url, owner, cashier }: SharedShop): Promise<void> {
  const signer = createSigner();
  const enrolling = { name: "Tampered", public_key: signer.publicKey };
  const enrolled = await api.ask("POST", "/api/v1/tills", { as: owner, body: enrolling });
  const found = Products.parse(await api.ask("GET", "/api/products.php", { as: owner }));
  const milk = found.find(({ name }) => name === "Peak Milk 400g")?.id ?? "";
  const inject = async (request: {
    url: string;
    headers: Record<string, string>;
    payload: Buffer;
  }) => {
    const init = {
      method: "POST",
      headers: request.headers,
      body: new Uint8Array(request.payload),
    };
    const answer = await fetch(url + request.url, init);
    const json: unknown = await answer.json();
    return { statusCode: answer.status, json: () => json, headers: {} };
  };
  const till = createModelTill(
    { inject },
    {
      tenantId: TenantId.parse(owner.tenant.id),
      till: EnrolledTill.parse(enrolled).till,
      person: UserId.parse(cashier.user.id),
      signer,
    },
  );
  const by = UserId.parse(owner.user.id);
  const sale = (priceMinor: number, at: number): Entry => {
    const line = {
      productId: ProductId.parse(milk),
      name: "Peak Milk 400g",
      quantity: 1,
      listPriceMinor: LIST_MINOR,
      unitPriceMinor: priceMinor,
      discountMinor: 0,
      taxMinor: 0,
      totalMinor: priceMinor,
    };
    const body = saleBody(milk, 1, {
      lines: [line],
      totalMinor: priceMinor,
      tenders: [{ method: "cash", amountMinor: priceMinor }],
      businessDate: new Date(at).toISOString().slice(0, 10),
    });
    return till.entry("sale", body, { at });
  };
  const entryAt = async (
    priceMinor: number,
    asked: Readonly<Record<string, unknown>> = {},
    over: Readonly<{ by?: UserId; at?: number }> = {},
  ): Promise<Entry> => {
    const entry = sale(priceMinor, over.at ?? Date.now());
    const request = {
      entry: entry.id,
      what: "price",
      by,
      pin: OWNER_PIN,
      amount_minor: LIST_MINOR - priceMinor,
      ...asked,
    };
    const given = await api.ask("POST", "/api/v1/approvals", { as: cashier, body: request });
    const approvalId = ApprovalResult.parse(given).id;
    const approval: EntryApproval = { by: over.by ?? by, how: "server", what: "price", approvalId };
    return { ...entry, approval };
  };
  await till.deliver([
    await entryAt(6_001),
    await entryAt(6_002, { entry: randomUUID() }),
    await entryAt(6_003, { what: "discount" }),
    await entryAt(6_004, {}, { by: UserId.parse(randomUUID()) }),
    await entryAt(6_005, { amount_minor: LIST_MINOR - 6_006 }),
    await entryAt(6_006, {}, { at: Date.now() + LATE_MS }),
    sale(LIST_MINOR, Date.now() - DAY_MS),
  ]);
}
