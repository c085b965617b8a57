import type { Dispatch, ReactNode } from "react";

import { counted } from "#web/format/counts.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import type { CartTax } from "#web/state/cart.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Figure, Money, Sum } from "#web/ui/chart/money.tsx";
import { ChoiceTiles } from "#web/ui/form/choice.tsx";

import { CustomerPicker } from "./customer-picker.tsx";
import * as styles from "./new-sale.css.ts";
import { totalMinor, totalUnits, type SaleAction, type SaleDraft } from "./sale-draft.ts";
import { SaleTime } from "./sale-time.tsx";

type SalePaymentProps = {
  draft: SaleDraft;
  tax: CartTax | undefined;
  dispatch: Dispatch<SaleAction>;
  /** Shown next to the button that was pressed. */
  alerts: ReactNode;
};

export function SalePayment({ draft, tax, dispatch, alerts }: SalePaymentProps) {
  const currency = useCurrency();
  const content = `${counted(draft.cart.lines.length, "product")}, ${counted(totalUnits(draft), "unit")}`;
  const total = totalMinor(draft, tax);
  const addedMinor = total - totalMinor(draft);
  const added = { name: "Tax", value: <Money minor={addedMinor} currency={currency} /> };
  return (
    <div className={styles.payment}>
      <div className={styles.choices}>
        <SaleTime draft={draft} dispatch={dispatch} />
        <CustomerPicker
          customer={draft.cart.customer}
          onChoose={(customer) => dispatch({ type: "customerChosen", customer })}
        />
        <ChoiceTiles
          legend="Payment method"
          options={paymentMethods}
          value={draft.paymentMethod}
          onChange={(paymentMethod) => dispatch({ type: "paymentChosen", paymentMethod })}
        />
      </div>
      <div className={styles.bottom}>
        {alerts}
        <Sum
          scale="total"
          rows={[{ name: content, value: "" }, ...(addedMinor > 0 ? [added] : [])]}
          total={{
            name: "Total",
            value: <Figure minor={total} currency={currency} />,
          }}
        />
      </div>
    </div>
  );
}
