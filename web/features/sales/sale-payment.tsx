import type { Dispatch, ReactNode } from "react";

import { counted } from "#web/format/counts.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Figure, Sum } from "#web/ui/chart/money.tsx";
import { ChoiceTiles } from "#web/ui/form/choice.tsx";

import { CustomerPicker } from "./customer-picker.tsx";
import * as styles from "./new-sale.css.ts";
import { totalMinor, totalUnits, type SaleAction, type SaleDraft } from "./sale-draft.ts";
import { SaleTime } from "./sale-time.tsx";

type SalePaymentProps = {
  draft: SaleDraft;
  dispatch: Dispatch<SaleAction>;
  /** Shown next to the button that was pressed. */
  alerts: ReactNode;
};

export function SalePayment({ draft, dispatch, alerts }: SalePaymentProps) {
  const currency = useCurrency();
  const content = `${counted(draft.cart.lines.length, "product")}, ${counted(totalUnits(draft), "unit")}`;
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
          rows={[{ name: content, value: "" }]}
          total={{
            name: "Total",
            value: <Figure minor={totalMinor(draft)} currency={currency} />,
          }}
        />
      </div>
    </div>
  );
}
