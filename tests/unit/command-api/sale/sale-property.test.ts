import fc from "fast-check";
import { test } from "vitest";

import { sale, type SaleCommand } from "#command-api/sale/sale.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { recordTwoMilo } from "#tests/kit/builders/record-sale.ts";
import { miloLine, saleRecorded, saleVoided, twoMilo } from "#tests/kit/builders/sale-events.ts";
import { anyText, anyWhole, expectNeverToThrow } from "#tests/kit/checks/never-throws.ts";

const line = fc
  .record({ name: anyText, quantity: anyWhole, totalMinor: anyWhole, taxMinor: anyWhole })
  .map((over) => miloLine(1, over));
const recorded: fc.Arbitrary<SaleRecorded["data"]> = fc
  .record({ lines: fc.array(line, { maxLength: 5 }), totalMinor: anyWhole, taxMinor: anyWhole })
  .map((over) => ({ ...twoMilo, ...over }));

const price = fc.nat({ max: 10_000_000 });
const record: fc.Arbitrary<SaleCommand> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 100_000 }),
    listPrice: price,
    unitPrice: price,
    onHand: fc.integer({ min: -1_000, max: 100_000 }),
    policy: fc.constantFrom("block" as const, "warn" as const, "allow" as const),
    role: fc.constantFrom("owner", "manager", "cashier", "stock_keeper"),
    isSecondTry: fc.boolean(),
    over: fc.record(
      {
        occurred_at: anyText,
        customer_id: anyText,
        confirm_oversell: fc.boolean(),
        tenders: fc.array(fc.record({ method: fc.constant("cash" as const), amount: anyWhole })),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ quantity, listPrice, unitPrice, onHand, policy, role, isSecondTry, over }) =>
    recordTwoMilo(
      { items: [{ productId: MILO, quantity, unit_price: unitPrice }], ...over },
      {
        role,
        facts: {
          tenant: { oversellPolicy: policy },
          products: new Map([
            [MILO, { status: "active", name: "Milo", priceMinor: listPrice, onHand }],
          ]),
          ...(isSecondTry && { ranOut: MILO }),
        },
      },
    ),
  );

const command: fc.Arbitrary<SaleCommand> = fc.oneof(
  record,
  recorded.map((data) => ({ type: "RecordTillSale", data }) as const),
  fc.record({
    type: fc.constant("VoidSale" as const),
    recorded: fc.option(recorded, { nil: undefined }),
    reason: fc.option(anyText, { nil: undefined }),
  }),
);

const event = fc.oneof(
  recorded.map((data) => saleRecorded(data)),
  anyText.map((reason) => saleVoided(reason)),
);

test("a sale never throws, whatever its history and the command", () =>
  expectNeverToThrow(sale, { event, command }, () => true));
