import { useQuery } from "@tanstack/react-query";
import type { Dispatch, ReactNode } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { customersQuery } from "#web/api/customers.ts";
import { counted } from "#web/format/counts.ts";
import { customerName } from "#web/format/names.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Figure, Sum } from "#web/ui/chart/money.tsx";
import { ChoiceTiles } from "#web/ui/form/choice.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";

import * as styles from "./new-sale.css.ts";
import { totalMinor, totalUnits, type SaleAction, type SaleDraft } from "./sale-draft.ts";

type SalePaymentProps = {
  draft: SaleDraft;
  dispatch: Dispatch<SaleAction>;
  /** Shown next to the button that was pressed. */
  alerts: ReactNode;
};

export function SalePayment({ draft, dispatch, alerts }: SalePaymentProps) {
  const currency = useCurrency();
  // A sale needs no customer, so a failed list is silent.
  const { data: customers = [] } = useQuery(customersQuery());
  const content = `${counted(draft.cart.lines.length, "product")}, ${counted(totalUnits(draft), "unit")}`;
  const choose = (id: string) => {
    const customer = customers.find((each) => each.id === id);
    dispatch({
      type: "customerChosen",
      customer: customer === undefined ? null : { id, name: customerName(customer) },
    });
  };
  return (
    <div className={styles.payment}>
      <div className={styles.choices}>
        <SelectField
          label="Customer"
          value={draft.cart.customer?.id ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{texts.sales.walkIn}</option>
          {customers.map((customer) => (
            <option key={customer.id} value={customer.id}>
              {customerName(customer)}
            </option>
          ))}
        </SelectField>
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
