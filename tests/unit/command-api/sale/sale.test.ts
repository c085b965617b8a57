import { describe, expect, test } from "vitest";

import { mayOversell, sale, type SaleFacts, saleMoves, stockBack } from "#command-api/sale/sale.ts";
import type { RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { taxParts } from "#kernel/contract/tax.ts";
import { sealedOfAma } from "#tests/kit/builders/customer-events.ts";
import { customerId, productId, saleId } from "#tests/kit/builders/fixed-ids.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { recordTwoMilo } from "#tests/kit/builders/record-sale.ts";
import { miloLine, saleRecorded, saleVoided, twoMilo } from "#tests/kit/builders/sale-events.ts";

const given = givenFor(sale);

type SoldFrom =
  SaleFacts["products"] extends ReadonlyMap<ProductId, infer Product> ? Product : never;

const SUGAR = productId(2);
const record = recordTwoMilo();
const voiding = { type: "VoidSale", recorded: twoMilo } as const;

/** Milo and sugar in stock, so many of each. */
const stockOf = (milo: number, sugar: number) =>
  new Map([
    [MILO, { status: "active", name: "Milo 400g", priceMinor: 4500, onHand: milo }],
    [SUGAR, { status: "active", name: "Sugar", priceMinor: 4500, onHand: sugar }],
  ] as const);
/** Five Milo on two lines, and four sugar. */
const items = [
  { productId: MILO, quantity: 2, unit_price: 4500 },
  { productId: MILO, quantity: 3, unit_price: 4500 },
  { productId: SUGAR, quantity: 4, unit_price: 4500 },
];
/** The lines of `items`, with the oversold ones marked. */
const linesOf = (oversold: Readonly<{ milo?: true; sugar?: true }>) => [
  miloLine(2, oversold.milo && { oversold: true }),
  miloLine(3, oversold.milo && { oversold: true }),
  miloLine(4, { productId: SUGAR, name: "Sugar", ...(oversold.sugar && { oversold: true }) }),
];
/** As it is decided: with the parts of Ghana's 20 %. */
const recorded = (over: Partial<SaleRecorded["data"]> = {}) => {
  const { taxMinor, businessDate: date } = { ...twoMilo, ...over };
  const parts = taxParts(taxMinor, { currency: "GHS", rateBp: 2000, date });
  return saleRecorded({
    tax: { mode: "inclusive", rateBp: 2000, ...(parts && { parts: [...parts] }) },
    ...over,
  });
};
type Split = RecordSaleRequest["tenders"];
const nineSold = (oversold: Parameters<typeof linesOf>[0]) =>
  recorded({
    lines: linesOf(oversold),
    totalMinor: 40_500,
    taxMinor: 6750,
    tenders: [{ method: "cash", amountMinor: 40_500, status: "confirmed" }],
  });

describe("recording a sale", () => {
  test("is one event with its lines, and with the tax in parts", () =>
    given()
      .when(record)
      .thenEvents(
        saleRecorded({
          tax: {
            mode: "inclusive",
            rateBp: 2000,
            parts: [
              { name: "VAT", rateBp: 1500, amountMinor: 1124 },
              { name: "NHIL", rateBp: 250, amountMinor: 188 },
              { name: "GETFund", rateBp: 250, amountMinor: 188 },
            ],
          },
        }),
      ));
  test("a second time does nothing", () => given(saleRecorded()).when(record).thenNothing());
  test("that was voided does nothing: a voided sale stays void", () =>
    given(saleRecorded(), saleVoided()).when(record).thenNothing());

  test("keeps the customer and the notes as they were sealed", () => {
    const customer = { id: customerId(1), name: sealedOfAma("Ama Mensah") };
    const notes = sealedOfAma("for the church");
    given()
      .when(recordTwoMilo({ customer_id: customer.id }, { facts: { customer, notes } }))
      .thenEvents(recorded({ customer, notes }));
  });
  test("to a customer who is unknown or erased is refused", () =>
    given()
      .when(recordTwoMilo({ customer_id: customerId(1) }))
      .thenRejected("customer-not-found"));

  test("names the sale it may repeat", () =>
    given()
      .when({ ...record, possibleDuplicateOf: saleId(9) })
      .thenEvents(recorded({ possibleDuplicateOf: saleId(9) })));

  test("takes the day and the tax of the tenant", () =>
    given()
      .when(
        recordTwoMilo(
          { occurred_at: "2026-11-20T23:30:00Z" },
          { facts: { tenant: { timezone: "Africa/Lagos", taxRateBp: 0 } } },
        ),
      )
      .thenEvents(
        recorded({
          businessDate: "2026-11-21",
          lines: [miloLine(2, { taxMinor: 0 })],
          taxMinor: 0,
          tax: { mode: "inclusive", rateBp: 0 },
        }),
      ));

  test.each([
    ["2021-04-30", 1925, []],
    [
      "2021-05-01",
      1925,
      [
        ["VAT", 1250],
        ["NHIL", 250],
        ["GETFund", 250],
        ["COVID-19", 100],
      ],
    ],
    [
      "2022-12-31",
      1925,
      [
        ["VAT", 1250],
        ["NHIL", 250],
        ["GETFund", 250],
        ["COVID-19", 100],
      ],
    ],
    ["2023-01-01", 1925, []],
    [
      "2023-01-01",
      2190,
      [
        ["VAT", 1500],
        ["NHIL", 250],
        ["GETFund", 250],
        ["COVID-19", 100],
      ],
    ],
    [
      "2025-12-31",
      2190,
      [
        ["VAT", 1500],
        ["NHIL", 250],
        ["GETFund", 250],
        ["COVID-19", 100],
      ],
    ],
    ["2026-01-01", 2190, []],
    [
      "2026-01-01",
      2000,
      [
        ["VAT", 1500],
        ["NHIL", 250],
        ["GETFund", 250],
      ],
    ],
  ] as const)("TAX-06: of %s at %i is split by the act of its own day", (day, taxRateBp, parts) => {
    const tenant = { timezone: "Africa/Accra", taxRateBp };
    // The first and the last second of the day in Accra.
    for (const time of ["00:00:00Z", "23:59:59Z"]) {
      const command = recordTwoMilo(
        { occurred_at: `${day}T${time}` },
        { role: "owner", facts: { tenant } },
      );
      const decided = sale.decide(command, sale.initialState);
      const events = isRejection(decided) ? [] : decided;
      expect(events).toHaveLength(1);
      const split = events.flatMap((event) =>
        event.type === "SaleRecorded" ? (event.data.tax.parts ?? []) : [],
      );
      expect(split.map(({ name, rateBp }) => [name, rateBp])).toEqual(parts);
    }
  });

  test("more than 72 hours ago is refused, unless an owner records it", () => {
    const old = { occurred_at: "2026-11-18T09:59:59Z" };
    given().when(recordTwoMilo(old)).thenRejected("occurred-at-out-of-range");
    given()
      .when(recordTwoMilo(old, { role: "owner" }))
      .thenEvents(recorded({ businessDate: "2026-11-18" }));
  });

  test("at another price is refused, unless a manager records it", () => {
    const cheaper = { items: [{ productId: MILO, quantity: 2, unit_price: 4000 }] };
    given().when(recordTwoMilo(cheaper)).thenRejected("price-override-refused", "Milo 400g");
    given()
      .when(recordTwoMilo(cheaper, { role: "manager" }))
      .thenEvents(
        recorded({
          lines: [miloLine(2, { unitPriceMinor: 4000, totalMinor: 8000, taxMinor: 1333 })],
          totalMinor: 8000,
          taxMinor: 1333,
          tenders: [{ method: "cash", amountMinor: 8000, status: "confirmed" }],
        }),
      );
  });
});

describe("recording a sale of a till", () => {
  const data = { ...twoMilo, register: 2, receiptNumber: 57 };
  const command = { type: "RecordTillSale", data } as const;

  test("keeps it as it was decided", () => given().when(command).thenEvents(saleRecorded(data)));
  test("a second time, or of a voided one, does nothing", () => {
    given(saleRecorded()).when(command).thenNothing();
    given(saleRecorded(), saleVoided()).when(command).thenNothing();
  });
});

describe("paying a sale", () => {
  const split = [
    { method: "cash", amount: 5000, given: 10_000 },
    { method: "mobile_money", amount: 4000, reference: "MM-1" },
  ] satisfies Split;

  test("in several ways keeps each: cash is confirmed, the rest is asserted", () =>
    given()
      .when(recordTwoMilo({ tenders: split }))
      .thenEvents(
        recorded({
          tenders: [
            { method: "cash", amountMinor: 5000, status: "confirmed", givenMinor: 10_000 },
            { method: "mobile_money", amountMinor: 4000, status: "asserted", reference: "MM-1" },
          ],
        }),
      ));
  test("with tenders that do not add up to the total is refused", () =>
    given()
      .when(recordTwoMilo({ tenders: [{ method: "cash", amount: 8999 }] }))
      .thenRejected("tenders-differ"));
});

describe("selling more than the stock", () => {
  const short = { items };

  test("INV-11: moves nothing of a product whose stock is not counted, and is never short of it", () => {
    const sugar = { status: "active", name: "Sugar", priceMinor: 4500, onHand: 0 } as const;
    const products = new Map<ProductId, SoldFrom>([
      ...stockOf(9, 0),
      [SUGAR, { ...sugar, tracksStock: false }],
    ]);
    given()
      .when(recordTwoMilo(short, { facts: { products } }))
      .thenEvents(nineSold({}));
    expect(saleMoves(nineSold({}), products).stock).toEqual([
      { productId: MILO, amount: -5, floor: true },
    ]);
  });

  test("is refused and names the first product that is short; lines of one product count together", () => {
    given()
      .when(recordTwoMilo(short, { facts: { products: stockOf(4, 4) } }))
      .thenRejected("insufficient-stock", "Milo 400g");
    given()
      .when(recordTwoMilo(short, { facts: { products: stockOf(5, 3) } }))
      .thenRejected("insufficient-stock", "Sugar");
    given()
      .when(recordTwoMilo(short, { facts: { products: stockOf(5, 4) } }))
      .thenEvents(nineSold({}));
  });

  test("is allowed by the policy `allow`, and marks only the product that is short", () => {
    const allow = { tenant: { oversellPolicy: "allow" } } as const;
    given()
      .when(recordTwoMilo(short, { facts: { ...allow, products: stockOf(4, 4) } }))
      .thenEvents(nineSold({ milo: true }));
    given()
      .when(recordTwoMilo(short, { facts: { ...allow, products: stockOf(5, 4) } }))
      .thenEvents(nineSold({}));
  });

  test("is allowed by the policy `warn` to a manager who confirms it", () => {
    const facts = { tenant: { oversellPolicy: "warn" }, products: stockOf(5, 3) } as const;
    const confirmed = { ...short, confirm_oversell: true };
    given()
      .when(recordTwoMilo(confirmed, { facts, role: "manager" }))
      .thenEvents(nineSold({ sugar: true }));
    for (const [request, role] of [
      [confirmed, "cashier"],
      [short, "manager"],
    ] as const) {
      given()
        .when(recordTwoMilo(request, { facts, role }))
        .thenRejected("insufficient-stock", "Sugar");
    }
  });

  test("when the stock ran out before the append: refused by name, or every line is oversold", () => {
    const facts = { products: stockOf(99, 99), ranOut: SUGAR };
    given().when(recordTwoMilo(short, { facts })).thenRejected("insufficient-stock", "Sugar");
    given()
      .when(recordTwoMilo(short, { facts: { ...facts, tenant: { oversellPolicy: "allow" } } }))
      .thenEvents(nineSold({ milo: true, sugar: true }));
  });

  test("block never oversells, allow always, warn once the seller confirms", () =>
    expect(
      (["block", "warn", "allow"] as const).map((policy) => [
        mayOversell(policy, false),
        mayOversell(policy, true),
      ]),
    ).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]));
});

describe("the append of a sale", () => {
  test("moves each product once and has no floor for an oversold one", () =>
    expect(saleMoves(nineSold({ sugar: true }), stockOf(9, 1))).toEqual({
      stock: [
        { productId: MILO, amount: -5, floor: true },
        { productId: SUGAR, amount: -4, floor: false },
      ],
      counters: [{ name: "sale", delta: 1 }],
    }));
  test("puts back what the sale took when it is voided, whatever its lines say", () => {
    expect(stockBack({ stock: [[MILO, -2, 8]] })).toEqual([
      { productId: MILO, amount: 2, floor: true },
    ]);
    expect(stockBack({ counters: [["till:2", 1]] })).toEqual([]);
  });
});

describe("voiding a sale", () => {
  test("repeats what the sale recorded", () =>
    given(saleRecorded()).when(voiding).thenEvents(saleVoided()));
  test("keeps the reason", () =>
    given(saleRecorded())
      .when({ ...voiding, reason: "rung up twice" })
      .thenEvents(saleVoided("rung up twice")));
  test("a second time does nothing", () =>
    given(saleRecorded(), saleVoided()).when(voiding).thenNothing());
  test("that is unknown is refused", () => {
    given().when(voiding).thenRejected("sale-not-found");
    given(saleRecorded())
      .when({ ...voiding, recorded: undefined })
      .thenRejected("sale-not-found");
  });
});
