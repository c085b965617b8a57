import type { KnownProduct } from "#command-api/product/product.ts";
import type { GrantedApproval } from "#command-api/till/entries/entry-decision.ts";
import type { EntryLine, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import type { ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import { actsIn, concededMinor, covers } from "#kernel/contract/approval.ts";
import { type CartSums, sumCart } from "#kernel/contract/cart.ts";
import type { TaxMode } from "#kernel/contract/choices.ts";
import type { EntryFlag } from "#kernel/contract/events/recorded.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { can, type Right } from "#kernel/contract/rights.ts";

/** What the server knows about the things of a sale: today, or as it was when the sale took place. */
export type Known = Readonly<{
  /** Undefined: there is no such product. */
  productOf: (id: ProductId) => KnownProduct | undefined;
  /** The role of the person who sold; undefined if they are not staff. */
  role: string | undefined;
  /** Hundredths of a percent. */
  taxRateBp: number;
  taxMode: TaxMode;
  /** Hundredths of a percent of a line. */
  discountLimitBp: number;
}>;

/** A flag, and the line that it is about, if it is about one. */
type Oddity = Readonly<{ flag: EntryFlag; line?: EntryLine }>;

/** What a till sold, and the approval of another person, if it counts. */
export type ApprovedSale = Readonly<{
  body: SaleEntryBody;
  approval: GrantedApproval | undefined;
}>;

/**
 * What is odd about a sale by what the server knows. Lines of unknown products are not compared:
 * they have a flag of their own. Amounts without a product have none.
 */
function oddities({ body, approval }: ApprovedSale, known: Known): readonly Oddity[] {
  const { productOf } = known;
  const ofLines = body.lines.flatMap((line): Oddity[] => {
    if (line.open === true) return [];
    const product = productOf(line.productId);
    const odd: Oddity[] = [];
    if (product?.priceMinor !== line.listPriceMinor) odd.push({ flag: "old-price", line });
    if (product?.status === "archived") odd.push({ flag: "archived", line });
    return odd;
  });
  return [
    ...ofLines,
    ...(isAllowed(body, known, approval) ? [] : [{ flag: "no-right" } as const]),
    ...(isOtherSum(body, known) ? [{ flag: "other-sum" } as const] : []),
  ];
}

/**
 * The flags of a sale. The till may have been offline, so what is odd today is read again as it was
 * then, and only what is odd by both has a flag.
 */
export async function flagsOf(
  sale: ApprovedSale,
  today: Known,
  then: () => Promise<Known>,
): Promise<readonly EntryFlag[]> {
  const isKnown = ({ line }: Oddity): boolean =>
    line === undefined || today.productOf(line.productId) !== undefined;
  const odd = oddities(sale, today).filter(isKnown);
  const before = odd.length > 0 ? oddities(sale, await then()) : [];
  const both = odd.filter((one) =>
    before.some(({ flag, line }) => flag === one.flag && line === one.line),
  );
  const isUnknown = sale.body.lines.some(
    ({ productId, open }) => open !== true && !today.productOf(productId),
  );
  return [
    ...new Set([
      ...both.map(({ flag }) => flag),
      ...(isUnknown ? (["product-unknown"] as const) : []),
    ]),
  ];
}

/** The right that each act would need if the sale were recorded online. */
const RIGHTS = {
  price: "override-price",
  discount: "override-price",
  gift: "give-gift",
  oversell: "oversell",
} as const satisfies Record<ApprovedAct, Right>;

/** By the person's own rights, and an approval for what these do not allow. */
function isAllowed(
  { lines }: SaleEntryBody,
  { role, discountLimitBp }: Known,
  approval: GrantedApproval | undefined,
): boolean {
  const may = (right: Right): boolean => role !== undefined && can(role, right);
  if (!may("record-sale")) return false;
  const missing = [...actsIn(lines, discountLimitBp)].filter((act) => !may(RIGHTS[act]));
  if (missing.length === 0) return true;
  if (!approval || missing.some((act) => !covers(approval.what, act))) return false;
  const { upToMinor } = approval;
  return upToMinor === undefined || concededMinor(lines) <= upToMinor;
}

/** Whether the server's own rules make other sums of these prices and discounts. */
function isOtherSum(body: SaleEntryBody, { productOf, taxRateBp, taxMode }: Known): boolean {
  const sums = sumCart({
    items: body.lines.map((line) => {
      const { productId, unitPriceMinor, quantity, perUnit = 1, taxCategory } = line;
      const product = productOf(productId);
      return {
        unitPriceMinor,
        quantity,
        perUnit: product ? (product.unit?.perUnit ?? 1) : perUnit,
        taxCategory: product ? product.taxCategory : taxCategory,
      };
    }),
    discounts: body.lines.map(({ discountMinor: amountMinor }, item) => ({ item, amountMinor })),
    taxRateBp,
    taxMode,
  });
  return typeof sums === "string" || body.tax.rateBp !== taxRateBp || !areSame(sums, body);
}

/** The total and the tax of the sale are known to be the sums of its lines. */
const areSame = (sums: CartSums, body: SaleEntryBody): boolean =>
  body.lines.every(({ totalMinor, taxMinor }, index) => {
    const own = sums.lines[index];
    return own?.totalMinor === totalMinor && own.taxMinor === taxMinor;
  });
