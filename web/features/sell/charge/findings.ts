import type { CheckAnswer, CheckFinding } from "#kernel/contract/api/till/entries.ts";
import type { OversellPolicy } from "#kernel/contract/choices.ts";
import { formatMoney, type Currency } from "#kernel/contract/money.ts";
import { unitsText, type Cart, type CartLine } from "#web/state/cart.ts";

/** What a person should know before the cart is paid. */
export type Findings = Readonly<{
  texts: readonly string[];
  /** More is in the cart than in stock, by what the server answered, and the shop minds. */
  isRefused: boolean;
  /** The shop asks, so a person with the right may go on. */
  mayAsk: boolean;
}>;

export const NOTHING_FOUND: Findings = { texts: [], isRefused: false, mayAsk: false };

type FindingsInput = Readonly<{
  cart: Cart;
  /** Undefined: the server did not answer in time, so the till goes by its own numbers. */
  answer: CheckAnswer | undefined;
  policy: OversellPolicy;
  currency: Currency;
}>;

/** Only the server's own numbers stop a sale; those of the till are a warning. */
export function findingsOf({ cart, answer, policy, currency }: FindingsInput): Findings {
  const now = answer === undefined ? policy : policyOf(answer, policy);
  const found = (answer?.findings ?? shortOf(cart)).filter(
    ({ what }) => what !== "short" || now !== "allow",
  );
  const isShort = found.some(({ what }) => what === "short");
  return {
    texts: found.flatMap((finding) => textOf(finding, cart, currency) ?? []),
    isRefused: answer !== undefined && isShort,
    mayAsk: now === "warn",
  };
}

/** The answer says only whether the shop blocks; the till may not know a change of the rule yet. */
function policyOf({ blocks }: CheckAnswer, known: OversellPolicy): OversellPolicy {
  if (blocks) return "block";
  return known === "allow" ? "allow" : "warn";
}

/** By the stock that this device knows. Several lines of one product count together. */
export function shortOf({ lines }: Cart): readonly CheckFinding[] {
  const wanted = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    wanted.set(productId, (wanted.get(productId) ?? 0) + quantity);
  }
  return [...wanted].flatMap(([productId, quantity]): CheckFinding[] => {
    const onHand = lineOf(lines, productId)?.stock ?? quantity;
    return onHand < quantity ? [{ productId, what: "short", onHand }] : [];
  });
}

type ShortStock = Readonly<{ name: string; perUnit: number; onHand: number }>;

export const shortText = ({ name, perUnit, onHand }: ShortStock): string =>
  onHand <= 0
    ? `${name} is out of stock`
    : `Only ${unitsText(onHand, perUnit)} of ${name} in stock`;

const lineOf = (lines: readonly CartLine[], id: string): CartLine | undefined =>
  lines.find(({ productId }) => productId === id);

function textOf(
  { productId, what, onHand = 0, priceMinor }: CheckFinding,
  { lines }: Cart,
  currency: Currency,
): string | undefined {
  const line = lineOf(lines, productId);
  if (line === undefined) return undefined;
  const { name, perUnit } = line;
  switch (what) {
    case "short":
      return shortText({ name, perUnit, onHand });
    case "price":
      return priceMinor === undefined
        ? undefined
        : `${name} now costs ${formatMoney(priceMinor, currency)}`;
    case "archived":
      return `${name} was deleted from the products`;
    case "unknown":
      return `${name} is not in the products`;
  }
}
