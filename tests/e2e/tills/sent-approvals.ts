import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import { ApprovalResult } from "#kernel/contract/api/till/approval.ts";
import type { Entry, EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { OWNER_PIN, type SharedShop } from "#tests/kit/browser/shared-till.ts";
import { enrolTill, soldAt } from "#tests/kit/till/sending-till.ts";

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
  const found = Products.parse(await api.ask("GET", "/api/products.php", { as: owner }));
  const name = "Peak Milk 400g";
  const milk = found.find((product) => product.name === name)?.id ?? "";
  const till = await enrolTill({ api, url, owner }, cashier);
  const by = UserId.parse(owner.user.id);
  const sale = (unitMinor: number, at: number): Entry =>
    soldAt(till, [{ id: milk, name, listMinor: LIST_MINOR, unitMinor }], {
      body: { businessDate: new Date(at).toISOString().slice(0, 10) },
      entry: { at },
    });
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
