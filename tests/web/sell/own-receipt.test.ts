import { describe, expect, test } from "vitest";

import { recordOf } from "#command-api/till/sale-entry/till-sale.ts";
import { SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { CustomerId, SaleId } from "#kernel/contract/ids.ts";
import { type SaleDetailRow, toSaleDetail } from "#query-api/sale/sale.query.ts";
import { receiptSaleOf } from "#web/parts/receipt-of-entry.ts";
import { receiptOf } from "#web/parts/receipt-of-sale.ts";
import { receiptText } from "#web/parts/receipt-text.ts";
import { newEntryId } from "#web/till/entry-id.ts";

const atOf = ({ businessDate }: SaleEntryBody): number => Date.parse(`${businessDate}T11:42:07Z`);
const MILO = "01990000-0000-7000-8000-0000000000a1";
const CLOTH = "01990000-0000-7000-8000-0000000000a2";
const YAA = CustomerId.parse("01990000-0000-7000-8000-0000000000c1");
const PERSON = "01990000-0000-7000-8000-0000000000b1";
const TENANT = { name: "Adom Provisions, Osu", timezone: "Africa/Accra" };
const SHOP = {
  business_name: "Adom Provisions",
  address: "14 Oxford Street, Osu, Accra",
  phone: "024 455 0182",
  tin: "C0001234567",
  receipt_footer: "Thank you. Come again!",
};

const bodyOf = (part: Partial<SaleEntryBody>): SaleEntryBody =>
  SaleEntryBody.parse({
    receiptNumber: 57,
    businessDate: "2026-11-21",
    currency: "GHS",
    lines: [
      {
        productId: MILO,
        name: "Milo 400g",
        quantity: 2,
        listPriceMinor: 6_200,
        unitPriceMinor: 6_000,
        discountMinor: 0,
        taxMinor: 2_000,
        totalMinor: 12_000,
      },
      {
        productId: CLOTH,
        name: "Wax print",
        quantity: 250,
        perUnit: 100,
        listPriceMinor: 4_000,
        unitPriceMinor: 4_000,
        discountMinor: 1_000,
        taxMinor: 1_500,
        totalMinor: 9_000,
      },
    ],
    tenders: [
      { method: "mobile_money", amountMinor: 1_000, reference: "MM-7" },
      { method: "cash", amountMinor: 20_000, givenMinor: 25_000 },
    ],
    tax: { mode: "inclusive", rateBp: 2_000 },
    totalMinor: 21_000,
    taxMinor: 3_500,
    ...part,
  });

const [milo, cloth] = bodyOf({}).lines;
if (milo === undefined || cloth === undefined) throw new Error("no lines");
const untaxedMilo = { ...milo, taxMinor: 0, taxCategory: "exempt" as const };
const MIXED = { lines: [untaxedMilo, cloth], taxMinor: 1_500 };

/** The server's answer about a sale that a till recorded, as its read model has it. */
function answered(id: string, body: SaleEntryBody) {
  const at = atOf(body);
  const tenant = {
    name: SHOP.business_name,
    plan: "basic",
    trialUntil: "2027-01-01",
    currency: "GHS",
    timezone: "Africa/Accra",
    taxRateBp: 2_000,
    taxMode: "inclusive",
    oversellPolicy: "block",
    offlineApprovalMinor: 20_000,
    receiptLinks: true,
    discountLimitBp: 0,
  } as const;
  const sale = { till: 2, body, occurredMs: at, isLate: false, tenant, products: new Map() };
  const data = recordOf({ ...sale, saleId: SaleId.parse(id) });
  // The read model keeps these as JSON.
  const kept: Pick<SaleDetailRow, "lines" | "tax" | "tenders"> = JSON.parse(JSON.stringify(data));
  return toSaleDetail({
    ...kept,
    sale_id: id,
    store: data.store,
    register: data.register,
    receipt_number: data.receiptNumber ?? null,
    customer_id: body.customer?.id ?? null,
    first_name: body.customer === undefined ? null : "Yaa",
    last_name: body.customer === undefined ? null : "Asantewaa",
    total_minor: data.totalMinor,
    tax_minor: data.taxMinor,
    currency: data.currency,
    occurred_ms: at,
    recorded_ms: at + 2_000,
    payment_method: "mobile_money",
    possible_duplicate_of: null,
    business_date: data.businessDate,
    cashier_id: PERSON,
    cashier_name: "Esi Quaye",
    notes: null,
    voided_ms: null,
    void_reason: null,
    voided_by_name: null,
  });
}

describe("TILL-82: the receipt of a till's sale is the server's receipt of it", () => {
  test.each([
    ["two taxes in parts, measured lines and two payments", {}],
    ["a customer", { customer: { id: YAA, name: "Yaa Asantewaa" } }],
    ["a single tax", { tax: { mode: "inclusive", rateBp: 1_500 } }],
    ["no tax", { tax: { mode: "inclusive", rateBp: 0 }, taxMinor: 0 }],
    ["taxes that are added", { tax: { mode: "exclusive", rateBp: 2_000 } }],
    ["a day before the taxes had parts", { businessDate: "2025-12-31" }],
    ["a line without tax", MIXED],
    ["nothing that is taxed", { ...MIXED, lines: [untaxedMilo], totalMinor: 12_000, taxMinor: 0 }],
  ] satisfies [string, Partial<SaleEntryBody>][])("with %s", (_, part) => {
    const body = bodyOf(part);
    const [id, at] = [newEntryId(atOf(body)), atOf(body)];
    const here = receiptSaleOf({ entry: { id, at, body }, receipt: "1-2-57" }, "Esi Quaye");
    expect(receiptOf(here, TENANT, SHOP)).toEqual(receiptOf(answered(id, body), TENANT, SHOP));
  });

  test("TAX-04: names number, TIN, parts of the tax, change and footer", () => {
    const body = bodyOf({});
    const entry = { id: newEntryId(), at: atOf(body), body };
    const receipt = receiptOf(receiptSaleOf({ entry, receipt: "1-2-57" }, null), TENANT, SHOP);
    expect(receipt.facts).toContainEqual({ name: "Receipt", value: "1-2-57" });
    expect(receipt.taxes.map(({ name }) => name)).toEqual(["VAT 15%", "NHIL 2.5%", "GETFund 2.5%"]);
    expect(receipt.tenders[1]).toMatchObject({ amountMinor: 20_000, givenMinor: 25_000 });
    expect(receipt.shop.lines).toContain("TIN C0001234567");
    expect(receipt.footer).toBe("Thank you. Come again!");
  });
});

describe("TAX-16: the receipt of a sale with lines without tax", () => {
  const receiptFor = (part: Partial<SaleEntryBody>) => {
    const body = bodyOf(part);
    const entry = { id: newEntryId(), at: atOf(body), body };
    const receipt = receiptOf(receiptSaleOf({ entry, receipt: "1-2-57" }, null), TENANT, SHOP);
    return receiptText({ ...receipt, copy: false }).split("\n");
  };
  const zeroCloth = { ...cloth, taxMinor: 0, taxCategory: "zero" as const };
  const totals = (lines: readonly string[]) =>
    lines.slice(
      lines.findIndex((line) => /^(Subtotal|Total)/.test(line)),
      lines.findIndex((line) => line.startsWith("Mobile money")),
    );

  test("has their sums below the total, where taxes are inside and where they are added", () => {
    expect(totals(receiptFor(MIXED))).toEqual([
      "Total: GH₵210.00",
      "incl. VAT 15%: 11.24",
      "incl. NHIL 2.5%: 1.88",
      "incl. GETFund 2.5%: 1.88",
      "Exempt: 120.00",
    ]);
    const tax = { mode: "exclusive", rateBp: 2_000 } as const;
    expect(totals(receiptFor({ ...MIXED, tax }))).toEqual([
      "Subtotal: 195.00",
      "VAT 15%: 11.24",
      "NHIL 2.5%: 1.88",
      "GETFund 2.5%: 1.88",
      "Total: GH₵210.00",
      "Exempt: 120.00",
    ]);
  });

  test("names no tax if nothing is taxed, and nothing apart in a shop without tax", () => {
    const lines = [untaxedMilo, zeroCloth];
    expect(totals(receiptFor({ lines, taxMinor: 0 }))).toEqual([
      "Total: GH₵210.00",
      "Zero-rated: 90.00",
      "Exempt: 120.00",
    ]);
    const tax = { mode: "inclusive", rateBp: 0 } as const;
    expect(totals(receiptFor({ lines, taxMinor: 0, tax }))).toEqual(["Total: GH₵210.00"]);
  });

  test("is as before if everything is taxed", () => {
    expect(totals(receiptFor({}))).toEqual([
      "Total: GH₵210.00",
      "incl. VAT 15%: 26.24",
      "incl. NHIL 2.5%: 4.38",
      "incl. GETFund 2.5%: 4.38",
    ]);
  });
});
