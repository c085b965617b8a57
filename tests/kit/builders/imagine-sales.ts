import type { SaleLine } from "#kernel/contract/events/sale.ts";
import { CustomerId } from "#kernel/contract/ids.ts";
import { sales } from "#projector/projections/sales/sales.ts";
import type { Json } from "#projector/projections/table.ts";
import { openPlainly, sealedAs } from "#tests/kit/fakes/open-plainly.ts";

import { customerId, saleId } from "./fixed-ids.ts";
import { createRandom, type Random } from "./random.ts";
import { recorded } from "./recorded.ts";
import { miloLine, saleRecorded } from "./sale-events.ts";

const SALES = 300;
const FROM_MS = Date.parse("2026-01-01T00:00:00Z");
const SPAN_MS = 90 * 86_400_000;

/** Texts that JSON escapes, and those that it must leave as they are. */
const PIECES = ['"', "\\", "/", "\n", "\t", "\u0001", "é", "₵", "🍲", "<b>", "'", "\u2028", " "];
const LOOKALIKES = ['"first_name":null,"last_name":null', '{"row":{}}', '","item":null'];

/** The customers, with the names that they have today. */
export const NAMES = [
  [customerId(1), "Ama", "Mensah"],
  [customerId(2), 'Kofi "the Boss"', null],
  [customerId(3), null, "Ọ̀ṣun 🍲\n\\"],
  [customerId(4), null, null],
] as const;

type Row = Readonly<Record<string, Json>>;

/** Rows of sales as their projection writes them: any prices, texts and customers, some voided. */
export function imagineSales(seed: number): Row[] {
  const random = createRandom(seed);
  return Array.from({ length: SALES }, (_, n) => {
    const { type, data } = saleRecorded({
      saleId: saleId(n + 1),
      store: 1,
      register: 1 + below(random, 3),
      lines: Array.from({ length: 1 + below(random, 5) }, () => imagineLine(random)),
      totalMinor: below(random, 10 ** (1 + below(random, 13))),
      taxMinor: below(random, 1000),
      ...(random() < 0.6 && { customer: imagineCustomer(random) }),
      ...(random() < 0.1 && { possibleDuplicateOf: saleId(1 + below(random, SALES)) }),
    });
    // Some at the same moment, so that the id decides about their order.
    const occurredMs = FROM_MS + below(random, SPAN_MS / 1000) * 1000 * below(random, 2);
    const [change] = sales.changes(
      recorded(type, data, {
        occurredMs,
        recordedMs: occurredMs + below(random, 5000),
        ...(random() < 0.9 && { effects: { counters: [["sale", n + 1]] } }),
      }),
      openPlainly,
    );
    const row: Record<string, Json> = { ...change?.key };
    for (const [column, value] of Object.entries(change?.values ?? {})) {
      row[column] = value ?? null;
    }
    return random() < 0.1 ? { ...row, voided_ms: occurredMs + 1 } : row;
  });
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const oneOf = <Item>(random: Random, items: readonly Item[]): Item | undefined =>
  items[below(random, items.length)];

function imagineLine(random: Random): SaleLine {
  const name = Array.from({ length: 1 + below(random, 9) }, () => oneOf(random, PIECES)).join("x");
  const unitPriceMinor = below(random, 10 ** (1 + below(random, 8)));
  const quantity = 1 + below(random, 12);
  const discountMinor = random() < 0.3 ? below(random, unitPriceMinor) : 0;
  return miloLine(quantity, {
    name: random() < 0.1 ? (oneOf(random, LOOKALIKES) ?? "") : name,
    unitPriceMinor,
    discountMinor,
    totalMinor: unitPriceMinor * quantity - discountMinor,
    ...(random() < 0.2 && { oversold: true, perUnit: 12 }),
  });
}

function imagineCustomer(random: Random) {
  const [id, ...names] = oneOf(random, NAMES) ?? NAMES[0];
  return { id: CustomerId.parse(id), name: sealedAs(names.join(" ")) };
}
