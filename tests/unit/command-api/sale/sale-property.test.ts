import fc from "fast-check";
import { test } from "vitest";

import { sale, type SaleCommand } from "#command-api/sale/sale.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { miloLine, saleRecorded, saleVoided, twoMilo } from "#tests/kit/builders/sale-events.ts";
import { anyText, anyWhole, expectNeverToThrow } from "#tests/kit/checks/never-throws.ts";

const line = fc
  .record({ name: anyText, quantity: anyWhole, totalMinor: anyWhole, taxMinor: anyWhole })
  .map((over) => miloLine(1, over));
const recorded: fc.Arbitrary<SaleRecorded["data"]> = fc
  .record({ lines: fc.array(line, { maxLength: 5 }), totalMinor: anyWhole, taxMinor: anyWhole })
  .map((over) => ({ ...twoMilo, ...over }));

const command: fc.Arbitrary<SaleCommand> = fc.oneof(
  fc.record({ type: fc.constant("RecordSale" as const), sale: recorded }),
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

test("a sale answers every command in every state without throwing", () =>
  expectNeverToThrow(sale, { event, command }, () => true));
