import { RecordSaleRequest } from "#kernel/contract/api/sale.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { typedAmount } from "#web/format/wire-money.ts";

import { unitsOf } from "./sale-draft.ts";
import type { SaleDraft, SaleLine } from "./sale-draft.ts";

export type LineProblem = { quantity?: string; price?: string };
export type SaleProblems = { form?: string; lines: readonly LineProblem[] };

/** The sale as the server takes it, or what is still wrong with it, by the contract's own rules. */
export function checkSale(draft: SaleDraft) {
  const parsed = RecordSaleRequest.safeParse({
    customer_id: draft.customerId,
    items: draft.lines.map((line) => ({
      product_id: line.productId,
      ...quantityOf(line),
      unit_price: typedAmount(line.price),
    })),
    payment_method: draft.paymentMethod,
    notes: "",
  });
  return parsed.success
    ? { request: toWire(parsed.data) }
    : { problems: problemsOf(draft, parsed.error.issues) };
}

/** What is sold in parts is sent in parts (R28). */
function quantityOf(line: SaleLine) {
  const { quantity, perUnit } = line;
  const units = unitsOf(line);
  if (perUnit === undefined || units === undefined) return { quantity };
  return { quantity: units * perUnit, base_units: true as const };
}

/** The fields of the specification: `customer_id` is null for a walk-in customer, `notes` is sent empty. */
const toWire = (sale: RecordSaleRequest) => ({
  customer_id: sale.customer_id ?? null,
  items: sale.items.map(({ product_id, quantity, unit_price, base_units }) => ({
    product_id,
    quantity,
    unit_price: toDecimal(unit_price),
    ...(base_units === true ? { base_units } : {}),
  })),
  payment_method: sale.payment_method,
  notes: "",
});

export type SaleOnWire = ReturnType<typeof toWire> & {
  /** Said where the shop asks before it sells what is not there. */
  confirm_oversell?: true;
};

type Issue = { path: PropertyKey[]; message: string };

function problemsOf(draft: SaleDraft, issues: readonly Issue[]): SaleProblems {
  const lineText = (index: number, field: string) =>
    issues.find(({ path }) => path[1] === index && path[2] === field)?.message;
  const lines = draft.lines.map((_line, index) => {
    const quantity = lineText(index, "quantity");
    const price = lineText(index, "unit_price");
    return {
      ...(quantity === undefined ? {} : { quantity }),
      ...(price === undefined ? {} : { price }),
    };
  });
  const whole = issues.find(({ path }) => path.length < 3)?.message;
  const form = draft.lines.length === 0 ? texts.sales.addOneItem : whole;
  return form === undefined ? { lines } : { form, lines };
}
