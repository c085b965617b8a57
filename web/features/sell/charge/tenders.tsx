import { useId } from "react";

import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./charge.css.ts";

type TendersProps = {
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
};

/** Always in one order: the hand knows where each method is. */
export function Tenders({ value, onChange }: TendersProps) {
  const name = useId();
  return (
    <div className={styles.tenders} role="radiogroup" aria-label="Payment method">
      {paymentMethods.map((method) => (
        <label key={method.value} className={styles.tender}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={method.value === value}
            onChange={() => onChange(method.value)}
          />
          <Icon name={method.icon} />
          {method.short}
        </label>
      ))}
    </div>
  );
}
