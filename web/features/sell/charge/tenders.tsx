import { useId } from "react";

import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./charge.css.ts";

type TendersProps = {
  /** The most recently used methods, shown first. */
  recent: readonly PaymentMethod[];
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
};

const placeOf = (recent: readonly PaymentMethod[], method: PaymentMethod): number => {
  const place = recent.indexOf(method);
  return place < 0 ? recent.length : place;
};

export function Tenders({ recent, value, onChange }: TendersProps) {
  const name = useId();
  const ordered = paymentMethods.toSorted(
    (a, b) => placeOf(recent, a.value) - placeOf(recent, b.value),
  );
  return (
    <div className={styles.tenders} role="radiogroup" aria-label="Payment method">
      {ordered.map((method) => (
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
