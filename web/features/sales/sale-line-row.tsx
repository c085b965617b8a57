import type { Dispatch } from "react";

import { MAX_QUANTITY } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { unitsText } from "#web/state/cart.ts";
import type { CartLine } from "#web/state/cart.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Money, currencySign } from "#web/ui/chart/money.tsx";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { AmountInput } from "#web/ui/form/text-field.tsx";

import * as styles from "./new-sale.css.ts";
import { fieldsOf, lineMinor } from "./sale-draft.ts";
import type { LineProblem, SaleAction, SaleDraft } from "./sale-draft.ts";

type SaleLineRowProps = {
  draft: SaleDraft;
  line: CartLine;
  problem: LineProblem;
  dispatch: Dispatch<SaleAction>;
};

export function SaleLineRow({ draft, line, problem, dispatch }: SaleLineRowProps) {
  const currency = useCurrency();
  const mayPrice = useCan("override-price");
  const { productId, name } = line;
  const fields = fieldsOf(draft, line);
  const minor = lineMinor(draft, line);
  return (
    <li className={styles.line}>
      <p className={styles.name}>{name}</p>
      <span className={styles.lineTotal}>
        {minor === undefined ? "–" : <Money minor={minor} currency={currency} scale="row" />}
      </span>
      <Stepper
        label={`Quantity of ${name}`}
        thing={name}
        max={MAX_QUANTITY}
        value={fields.quantity}
        aria-invalid={problem.quantity === undefined ? undefined : true}
        onChange={(quantity) => dispatch({ type: "quantityTyped", productId, quantity })}
      />
      <AmountInput
        label={`Unit price of ${name}`}
        symbol={currencySign(currency)}
        inputMode="decimal"
        readOnly={!mayPrice}
        value={fields.price}
        aria-invalid={problem.price === undefined ? undefined : true}
        onChange={(event) =>
          dispatch({ type: "priceTyped", productId, price: event.currentTarget.value })
        }
      />
      <span className={styles.remove}>
        <IconButton
          icon="delete"
          label={`Remove ${name}`}
          onClick={() => dispatch({ type: "removed", productId })}
        />
      </span>
      <LineNotes line={line} problem={problem} />
    </li>
  );
}

function LineNotes({ line, problem }: { line: CartLine; problem: LineProblem }) {
  const problems = [problem.quantity, problem.price].filter((text) => text !== undefined);
  if (problems.length > 0) {
    return (
      <p className={styles.problem} role="alert">
        {problems.join(". ")}
      </p>
    );
  }
  // Only a warning: the server decides whether the shop may sell more than is in stock.
  const { quantity, perUnit, stock } = line;
  if (quantity <= stock) return undefined;
  return (
    <p className={styles.caution}>
      {stock <= 0 ? texts.stock.out : `Only ${unitsText(stock, perUnit)} in stock`}
    </p>
  );
}
