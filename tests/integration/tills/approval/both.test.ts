import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { Notifications } from "#kernel/contract/api/notification.ts";
import { ApprovalView, ApprovalResult } from "#kernel/contract/api/till/approval.ts";
import type { Entry, EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { openReacting, type Reacting, until } from "#tests/integration/settings/reacting.ts";
import { flagsOf, line, soldLines } from "#tests/integration/tills/counter-sales.ts";
import {
  codeOf,
  openPinShop,
  PIN,
  type PersonHere,
  type PinShop,
} from "#tests/integration/tills/pin-shop.ts";

// One approval of another price and of a sale above the stock.

let apis: Reacting;
let shop: PinShop;
let esi: PersonHere;
let ama: PersonHere;
let till: string;
beforeAll(async () => {
  apis = await openReacting();
  shop = await openPinShop(apis);
  esi = await shop.hireWithPin("cashier");
  ama = await shop.hireWithPin("manager");
  // An approval without a network is that of a person who was at this till before.
  await shop.unlocked(ama.id, PIN);
  till = await shop.unlocked(esi.id, PIN);
});
afterAll(() => apis.close());

const APPROVALS = "/api/v1/approvals";

const asking = (over: object = {}) => ({
  entry: randomUUID(),
  what: "price",
  by: ama.id,
  amount_minor: 100,
  ...over,
});
const asked = async (body: object): Promise<ApprovalResult> => {
  const answer = await shop.askAs({ token: till }, "POST", APPROVALS, body);
  return z.object({ data: ApprovalResult }).parse(answer.body).data;
};
const view = async (token: string, id: string) =>
  z
    .object({ data: ApprovalView })
    .parse((await shop.askAs({ token }, "GET", `${APPROVALS}/${id}`)).body).data;
const notices = async (person: PersonHere) => {
  const { body } = await shop.askAs(person, "GET", "/api/v1/notifications");
  return z.object({ data: Notifications }).parse(body).data.notifications;
};

/** Two of a product of which one is there, for 50 pesewas less each. */
async function cheaper(approvalOf: (id: string) => Promise<EntryApproval>) {
  const milo = await shop.addProduct("Milo", 1);
  const sold = soldLines([line(milo, 2, { unitPriceMinor: 400, totalMinor: 800 })]);
  const { approval: _, ...entry }: Entry = shop.till.entry("sale", sold, {
    person: esi.id,
    at: apis.clock(),
  });
  const approval = await approvalOf(entry.id);
  const { results } = await shop.till.deliver([{ ...entry, approval }]);
  expect(results).toMatchObject([{ state: "accepted" }]);
  return entry.id;
}

const given = async (entry: string, over: object = {}): Promise<string> =>
  (await asked(asking({ entry, pin: PIN, ...over }))).id;
const byServer = (approvalId: string, over: Partial<EntryApproval> = {}): EntryApproval => ({
  by: ama.id,
  how: "server",
  what: "price",
  approvalId,
  ...over,
});

test("PIN-80: an entry with an approval of both has no flag, and the log names both", async () => {
  const sale = await cheaper(async (entry) =>
    byServer(await given(entry, { oversell: true }), { oversell: true }),
  );
  expect(await flagsOf(shop, sale)).toEqual([]);
  const events = await shop.eventsOfType("ApprovalRequested", "ApprovalGiven");
  expect(events.filter(({ data }) => data["entryId"] === sale)).toMatchObject([
    { type: "ApprovalRequested", data: { what: "price", oversell: true, amountMinor: 100 } },
    { type: "ApprovalGiven", data: { what: "price", oversell: true, amountMinor: 100 } },
  ]);
  const id = String(events.at(-1)?.data["approvalId"]);
  expect(await view(till, id)).toMatchObject({ what: "price", oversell: true });
  expect(await shop.read(`/api/v1/audit/stories/sale/${sale}`)).toMatchObject({
    events: [
      {
        sentence: expect.stringMatching(
          /, approved by .* for another price and a sale above the stock\.$/,
        ),
      },
    ],
  });
});

test("PIN-80: without a PIN the approver is asked for both, and allows both", async () => {
  const yaw = await shop.hire("manager");
  const milo = await shop.addProduct("Milo", 10);
  const item = { product_id: milo, price_minor: 400 };
  const { id } = await asked(asking({ by: yaw.id, item, oversell: true }));
  await until(async () =>
    expect((await notices(yaw)).find((one) => one.id === id)?.message).toBe(
      "Someone at a till asks you to approve: Milo at GH₵4.00 instead of GH₵4.50, and a sale above the stock.",
    ),
  );
  expect(codeOf(await shop.askAs(yaw, "POST", `${APPROVALS}/${id}`, { allow: true }))).toBe("ok");
  const events = await shop.eventsOfType("ApprovalGiven");
  expect(events.at(-1)).toMatchObject({ data: { approvalId: id, oversell: true } });
});

test("PIN-82: an approval of an entry that says more or fewer acts than were approved counts as none", async () => {
  const ofStock = await cheaper(async (entry) =>
    byServer(await given(entry, { what: "oversell" }), { what: "oversell" }),
  );
  const { id } = await asked(asking());
  expect(await view(till, id)).not.toHaveProperty("oversell");
  const ofMore = await cheaper(async (entry) => byServer(await given(entry), { oversell: true }));
  const ofLess = await cheaper(async (entry) => byServer(await given(entry, { oversell: true })));
  for (const sale of [ofStock, ofMore, ofLess]) {
    expect(await flagsOf(shop, sale)).toEqual(["no-right"]);
  }
});

test("PIN-80: an approval of both without a network is one, which the approver is asked about", async () => {
  const sale = await cheaper(async () => ({
    by: ama.id,
    how: "offline",
    what: "price",
    oversell: true,
  }));
  expect(await flagsOf(shop, sale)).toEqual(["approval-offline"]);
  const claims = await shop.eventsOfType("ApprovalClaimed");
  expect(await shop.read(`/api/v1/audit/stories/sale/${sale}`)).toMatchObject({
    events: [
      { sentence: expect.stringMatching(/ and a sale above the stock without a network\.$/) },
    ],
  });
  const ofSale = claims.filter(({ data }) => data["entryId"] === sale);
  expect(ofSale).toMatchObject([{ data: { what: "price", oversell: true, amountMinor: 100 } }]);
  const id = String(ofSale[0]?.data["approvalId"]);
  await until(async () =>
    expect((await notices(ama)).find((one) => one.id === id)?.message).toBe(
      "Your PIN approved another price (GH₵1.00) and a sale above the stock at a till that had no network.",
    ),
  );
  expect(await view(ama.token, id)).toMatchObject({ how: "offline", oversell: true });
});
