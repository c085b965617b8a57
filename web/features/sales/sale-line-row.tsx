import type { Dispatch } from "react";

import { MAX_QUANTITY } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Money, currencySign } from "#web/ui/chart/money.tsx";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { AmountInput } from "#web/ui/form/text-field.tsx";

import * as styles from "./new-sale.css.ts";
import { lineMinor, unitsOf } from "./sale-draft.ts";
import type { SaleAction, SaleLine } from "./sale-draft.ts";
import type { LineProblem } from "./sale-request.ts";

type SaleLineRowProps = {
  line: SaleLine;
  problem: LineProblem;
  dispatch: Dispatch<SaleAction>;
};

export function SaleLineRow({ line, problem, dispatch }: SaleLineRowProps) {
  const currency = useCurrency();
  const mayPrice = useCan("override-price");
  const { productId, name } = line;
  const minor = lineMinor(line);
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
        value={line.quantity}
        aria-invalid={problem.quantity === undefined ? undefined : true}
        onChange={(quantity) => dispatch({ type: "quantityTyped", productId, quantity })}
      />
      <AmountInput
        label={`Unit price of ${name}`}
        symbol={currencySign(currency)}
        inputMode="decimal"
        readOnly={!mayPrice}
        value={line.price}
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

function LineNotes({ line, problem }: { line: SaleLine; problem: LineProblem }) {
  const said = [problem.quantity, problem.price].filter((text) => text !== undefined);
  if (said.length > 0) {
    return (
      <p className={styles.problem} role="alert">
        {said.join(". ")}
      </p>
    );
  }
  // A caution, no wall: whether the shop sells what it has not counted is the server's to decide.
  if ((unitsOf(line) ?? 0) <= line.stock) return undefined;
  return (
    <p className={styles.caution}>
      {line.stock <= 0 ? texts.stock.out : `Only ${line.stock.toLocaleString("en-GH")} in stock`}
    </p>
  );
}
