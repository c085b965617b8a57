import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { customersQuery } from "#web/api/customers.ts";
import { customerName } from "#web/format/names.ts";
import type { CartCustomer } from "#web/state/cart.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Suggest } from "#web/ui/form/suggest.tsx";

import * as styles from "./new-sale.css.ts";

const MAX_SUGGESTIONS = 8;

function findCustomers(customers: readonly CustomerItem[], text: string) {
  const query = text.trim().toLowerCase();
  return customers
    .filter((customer) =>
      [customerName(customer), customer.phone ?? "", customer.email ?? ""]
        .join("\n")
        .toLowerCase()
        .includes(query),
    )
    .slice(0, MAX_SUGGESTIONS);
}

type CustomerPickerProps = {
  /** Null: a walk-in customer. */
  customer: CartCustomer | null;
  onChoose: (customer: CartCustomer | null) => void;
};

/** A sale needs no customer, so a list that failed to load is only a note. */
export function CustomerPicker({ customer, onChoose }: CustomerPickerProps) {
  const [text, setText] = useState("");
  const { data: customers, isError } = useQuery(customersQuery());
  const found = findCustomers(customers ?? [], text);
  const waiting = isError ? "Couldn't load customers." : texts.customers.loading;
  return (
    <div className={styles.customer}>
      <p className={styles.chosen}>
        <span>{customer?.name ?? texts.sales.walkIn}</span>
        {customer !== null && (
          <Button tone="ghost" scale="compact" icon="delete" onClick={() => onChoose(null)}>
            Remove
          </Button>
        )}
      </p>
      <Suggest
        label="Find a customer"
        text={text}
        onText={setText}
        none={customers === undefined ? waiting : texts.customers.none}
        suggestions={found.map((each) => ({
          id: each.id,
          title: customerName(each),
          end: each.phone === null ? undefined : <span>{each.phone}</span>,
        }))}
        onPick={(id) => {
          const picked = found.find((each) => each.id === id);
          if (picked) onChoose({ id, name: customerName(picked) });
        }}
      />
    </div>
  );
}
