import { expect, test } from "vitest";

import type { EventType } from "#kernel/contract/event-types.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { sentenceOf } from "#kernel/contract/events/describe-event.ts";
import { personNames } from "#kernel/contract/events/names.ts";
import type { EventSource } from "#kernel/contract/events/recorded.ts";
import type { SentenceContext } from "#kernel/contract/events/sentences.ts";
import { SYSTEM_ID } from "#kernel/contract/ids.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { miloLine, twoMilo } from "#tests/kit/builders/sale-events.ts";

const CONTEXT: SentenceContext = {
  personOf: () => "Ama",
  open: () => "Efua",
  unknownName: "an erased person",
  timeOf: () => "noon",
};
const FIXTURES = [...eventFixtures()];

test.for(FIXTURES)("%s is described in one complete sentence", ([, stored]) => {
  const sentence = sentenceOf(parseStored(stored), CONTEXT);
  expect(sentence).toMatch(/^Ama .+\.$/);
  expect(sentence).not.toMatch(/undefined|null|\[object|NaN/);
  expect(sentence).not.toContain(stored.type);
});

test.for(FIXTURES)("%s does not show a name that cannot be opened", ([, stored]) => {
  expect(sentenceOf(parseStored(stored), { ...CONTEXT, open: () => undefined })).not.toContain(
    "Efua",
  );
});

test("AUDIT-45: Tillbook, not the person whose sale caused it, sends an automatic message", () => {
  const stored = eventFixtures().get("NotificationRaised.v1");
  if (stored === undefined) throw new Error("the fixture is missing");
  const event = parseStored(stored);
  const context = {
    ...CONTEXT,
    personOf: (userId: string) => (userId === SYSTEM_ID ? "Tillbook" : "Ama"),
  };
  const automatic = { ...event, meta: { ...event.meta, source: "system" as const } };
  const byPerson = { ...event, meta: { ...event.meta, source: "web" as const } };
  expect(sentenceOf(automatic, context)).toMatch(/^Tillbook (alerted|notified) Ama: /);
  expect(sentenceOf(byPerson, context)).toMatch(/^Ama /);
});

test("TILL-20: a till's sale by a person whom the tenant never had is not said to be of Tillbook's support", () => {
  const stored = eventFixtures().get("SaleRecorded.v1");
  if (stored === undefined) throw new Error("the fixture is missing");
  const event = parseStored(stored);
  const sentenceFrom = (source: EventSource) =>
    sentenceOf({ ...event, meta: { ...event.meta, source } }, { ...CONTEXT, ...personNames([]) });
  expect(sentenceFrom("till")).toMatch(/^Someone who is not on the staff sold /);
  expect(sentenceFrom("web")).toMatch(/^Tillbook support sold /);
});

test("a message that ends with a full stop gets no second one", () => {
  const raised = {
    notificationId: "01990000-0000-7000-8000-0000000000e1",
    userId: "01990000-0000-7000-8000-0000000000b1",
    type: "info",
    title: "New Till",
    message: "Linux computer wants to sell as a till. An owner or manager has to approve it.",
    icon: "info",
    action: "View Tills",
  };
  expect(sentenceOf(recorded("NotificationRaised", raised), CONTEXT)).toBe(
    `Ama notified Ama: ${raised.message}`,
  );
});

test("a till's sale shows the number on its receipt, and says what was sold before the count", () => {
  const effects = { counters: [["till:2", 9] satisfies [string, number]] };
  const said = (data: object): string =>
    sentenceOf(recorded("SaleRecorded", data, { effects }), CONTEXT);
  const data = { ...twoMilo, register: 2, lines: [miloLine(2, { counted: true })] };
  expect(said({ ...data, receiptNumber: 57 })).toBe(
    "Ama sold 2 x Milo 400g (before the stock was counted) for GH₵90.00, cash; receipt 1-2-57.",
  );
  // The counter of a till numbers its entries, not its receipts.
  expect(said(data)).toContain(`receipt ${twoMilo.saleId.slice(-8)}.`);
});

test("SELL-50: the sentence of a sale says what was taken off", () => {
  const lines = [miloLine(2, { discountMinor: 500, totalMinor: 8500 })];
  expect(sentenceOf(recorded("SaleRecorded", { ...twoMilo, lines }), CONTEXT)).toContain(
    "sold 2 x Milo 400g with GH₵5.00 off for",
  );
});

test("TILL-110, SELL-52: the audit says from what to what the settings of tills were changed", () => {
  const changes = {
    offlineDays: { from: 14, to: 7 },
    offlineApprovalMinor: { from: 20_000, to: 5_050 },
    discountLimitBp: { from: 0, to: 750 },
  };
  expect(sentenceOf(recorded("BusinessSettingsChanged", { changes }), CONTEXT)).toBe(
    "Ama changed the settings: offline days from 14 to 7, offline approval limit from 200 to 50.5, discount limit from 0 to 7.5.",
  );
});

test("TAX-01: the audit says how a business is registered for tax", () => {
  const changes = {
    taxProfile: { from: null, to: "registered" },
    tin: { from: null, to: "C0001234567" },
  };
  expect(sentenceOf(recorded("BusinessSettingsChanged", { changes }), CONTEXT)).toBe(
    'Ama changed the settings: tax profile from nothing to "registered", taxpayer number from nothing to "C0001234567".',
  );
  const mode = { taxMode: { from: "inclusive", to: "exclusive" } };
  expect(sentenceOf(recorded("BusinessSettingsChanged", { changes: mode }), CONTEXT)).toBe(
    "Ama said that tax is added to prices.",
  );
});

test("TEAM-27: the audit says that a person was invited without an email", () => {
  const userId = "01990000-0000-7000-8000-0000000000b1";
  const said = (invitation: object) =>
    sentenceOf(recorded("StaffInvited", { userId, role: "cashier", ...invitation }), CONTEXT);
  const sealed = `sealed:v1:${userId}:AAAA`;
  expect(said({ email: sealed })).toBe("Ama invited Ama as cashier.");
  expect(said({ firstName: sealed })).toBe("Ama invited Ama without an email as cashier.");
});

test("DASH-20, DASH-21: the audit says what was done about the first steps", () => {
  const said = (changes: object) =>
    sentenceOf(recorded("BusinessSettingsChanged", { changes }), CONTEXT);
  const isNow = { from: false, to: true };
  expect(said({ firstStepsHidden: isNow })).toBe("Ama hid the first steps.");
  expect(said({ stockRuleChosen: isNow })).toBe("Ama chose what happens when stock runs out.");
  expect(said({ receiptLinks: { from: true, to: false } })).toBe(
    "Ama turned links to receipts off.",
  );
  expect(said({ cashiersSeeTakings: isNow })).toBe(
    "Ama showed today's takings and the stock value to cashiers.",
  );
  const policy = { oversellPolicy: { from: "block", to: "allow" } };
  expect(said({ ...policy, stockRuleChosen: isNow })).toBe(
    'Ama changed the settings: oversell policy from "block" to "allow", and chose what happens when stock runs out.',
  );
});

test("PIN-80: the audit names both acts of an approval", () => {
  const MILO = "01990000-0000-7000-8000-0000000000f1";
  const ids = { approvalId: MILO, entryId: MILO };
  const data = { ...ids, by: SYSTEM_ID, what: "price", oversell: true };
  const item = { productId: MILO, name: "Milo", listPriceMinor: 450, priceMinor: 400 };
  const both = "another price and a sale above the stock";
  const said = (type: EventType, more: object = {}) =>
    sentenceOf(recorded(type, { ...data, ...more }), CONTEXT);
  expect(said("ApprovalRequested", { item })).toBe(
    "Ama asked Ama to approve another price for Milo and a sale above the stock.",
  );
  expect(said("ApprovalGiven")).toBe(`Ama got the approval of Ama for ${both}, by PIN.`);
  expect(said("ApprovalRefused")).toBe(`Ama refused to approve ${both}.`);
  expect(said("ApprovalClaimed")).toBe(
    `Ama reported the approval of Ama for ${both}, by PIN without a network.`,
  );
  expect(said("ApprovalAnswered", { mine: false })).toBe(`Ama denied that they approved ${both}.`);
  expect(said("ApprovalAnswered", { what: "oversell", mine: true })).toBe(
    "Ama confirmed that they approved a sale above the stock.",
  );
});
