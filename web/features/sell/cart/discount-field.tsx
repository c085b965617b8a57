import { formatMoney, MAX_PRICE_MINOR, parseMinor, toDecimalText } from "#kernel/contract/money.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { typedAmount } from "#web/format/money.ts";
import type { CartDiscount } from "#web/state/cart-discount.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { currencySign } from "#web/ui/chart/money.tsx";
import { type Option, Segments } from "#web/ui/form/choice.tsx";
import { AmountField } from "#web/ui/form/text-field.tsx";

type Kind = "amount" | "percent";

/** What is typed as a discount; an empty text is none. */
export type TypedDiscount = Readonly<{ kind: Kind; text: string }>;

const KINDS: readonly Option<Kind>[] = [
  { value: "amount", label: "Amount", icon: "cash" },
  { value: "percent", label: "Percent", icon: "percent" },
];

/** A percentage is typed with two decimals and kept in thousandths. */
const MILLI_OF_HUNDREDTH = 10;
const MOST_PERCENT = 10_000;

export function typedOf(discount: CartDiscount | undefined): TypedDiscount {
  if (discount === undefined) return { kind: "amount", text: "" };
  return "amountMinor" in discount
    ? { kind: "amount", text: toDecimalText(discount.amountMinor) }
    : { kind: "percent", text: percentText(discount.percentMilli) };
}

/** "10" or "2.5" */
const percentText = (percentMilli: number): string =>
  String(percentMilli / (MILLI_OF_HUNDREDTH * 100));

/** Undefined: none. A text: what is wrong with it. `mostMinor` is what the discount is taken off. */
export function discountOf(
  { kind, text }: TypedDiscount,
  mostMinor: number,
): CartDiscount | string | undefined {
  if (text.trim() === "") return undefined;
  const typed = parseMinor(typedAmount(text));
  if (kind === "percent") {
    if (typed === undefined || typed < 0 || typed > MOST_PERCENT) {
      return "Enter a percentage like 5";
    }
    return typed === 0 ? undefined : { percentMilli: typed * MILLI_OF_HUNDREDTH };
  }
  if (typed === undefined || typed < 0 || typed > MAX_PRICE_MINOR) {
    return "Enter an amount like 2.50";
  }
  if (typed > mostMinor) return "More than the price";
  return typed === 0 ? undefined : { amountMinor: typed };
}

const HUNDREDTHS = 100;

/** What a discount that this person may not give is answered with. */
export const aboveLimit = (limitBp: number): string =>
  `At most ${limitBp / HUNDREDTHS} %. An owner or manager can approve more.`;

type DiscountFieldProps = {
  value: TypedDiscount;
  error: string | undefined;
  onChange: (typed: TypedDiscount) => void;
};

export function DiscountField({ value, error, onChange }: DiscountFieldProps) {
  const currency = useCurrency();
  const { approval } = useSell();
  const isAmount = value.kind === "amount";
  return (
    <>
      <AmountField
        label="Discount"
        optional
        symbol={isAmount ? currencySign(currency) : "%"}
        inputMode="decimal"
        readOnly={approval.isWithoutDiscounts}
        hint={useHint()}
        value={value.text}
        error={error}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
      />
      {!approval.isWithoutDiscounts && (
        <Segments
          legend="Discount as"
          options={KINDS}
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind })}
        />
      )}
    </>
  );
}

function useHint(): string | undefined {
  const { approval } = useSell();
  const { isWithoutDiscounts, mayAlone, canAsk, discountLimitBp } = approval;
  if (mayAlone) return undefined;
  if (isWithoutDiscounts) return "Only an owner or manager can give discounts.";
  if (!canAsk) return aboveLimit(discountLimitBp);
  return discountLimitBp === 0
    ? "An owner or manager has to approve a discount."
    : `An owner or manager has to approve more than ${discountLimitBp / HUNDREDTHS} %.`;
}

/** "10 % off" or "GH₵2.00 off" */
export const useDiscountWords = () => {
  const currency = useCurrency();
  return (discount: CartDiscount): string =>
    "amountMinor" in discount
      ? `${formatMoney(discount.amountMinor, currency)} off`
      : `${percentText(discount.percentMilli)} % off`;
};
