import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type KeyboardEvent } from "react";

import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { customersQuery } from "#web/api/customers.ts";
import { fold } from "#web/features/sell/grid/catalogue.ts";
import * as styles from "#web/features/sell/till/sheets.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { customerName } from "#web/format/people.ts";
import type { CartCustomer } from "#web/state/cart.ts";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const MAX_SHOWN = 50;

function findCustomers(
  customers: readonly CustomerItem[],
  search: string,
): readonly CustomerItem[] {
  const text = fold(search.trim());
  return customers
    .filter((customer) => {
      const words = [customerName(customer), customer.phone ?? "", customer.email ?? ""];
      return fold(words.join("\n")).includes(text);
    })
    .slice(0, MAX_SHOWN);
}

export function CustomerSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  return (
    <Dialog still open={open} title="Customer" onClose={sheets.close}>
      <CustomerPicker />
    </Dialog>
  );
}

const toCartCustomer = (customer: CustomerItem): CartCustomer => ({
  id: customer.id,
  name: customerName(customer),
});

function CustomerPicker() {
  const { dispatch, sheets } = useSell();
  const { data: customers = [] } = useQuery(customersQuery());
  const [search, setSearch] = useState("");
  const deferredSearch = useDeferredValue(search).trim();
  const choose = (customer: CartCustomer | null) => {
    dispatch({ type: "customerChosen", customer });
    sheets.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || search.trim() === "") return;
    event.preventDefault();
    const [first] = findCustomers(customers, search);
    if (first !== undefined) choose(toCartCustomer(first));
  };
  return (
    <>
      <div className={styles.find}>
        <SearchBox
          label="Search customers"
          placeholder="Name, phone or email"
          value={search}
          onChange={setSearch}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={`${styles.list} ${styles.tall}`}>
        {deferredSearch === "" && (
          <Choice name={texts.sales.walkIn} customer={null} phone={null} onChoose={choose} />
        )}
        {findCustomers(customers, deferredSearch).map((customer) => (
          <Choice
            key={customer.id}
            name={customerName(customer)}
            customer={toCartCustomer(customer)}
            phone={customer.phone}
            onChoose={choose}
          />
        ))}
        <EmptyList search={deferredSearch} />
      </div>
    </>
  );
}

type ChoiceProps = {
  name: string;
  phone: string | null;
  customer: CartCustomer | null;
  onChoose: (customer: CartCustomer | null) => void;
};

function Choice({ name, phone, customer, onChoose }: ChoiceProps) {
  const { cart } = useSell();
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={(cart.customer?.id ?? null) === (customer?.id ?? null)}
      onClick={() => onChoose(customer)}
    >
      <span className={styles.title}>{name}</span>
      {phone !== null && <span className={styles.sub}>{phone}</span>}
    </button>
  );
}

/** A sale needs no customer, so a failed list is only a note. */
function EmptyList({ search }: { search: string }) {
  const { data: customers, isError } = useQuery(customersQuery());
  if (customers === undefined) {
    const text = isError ? "Couldn't load customers." : texts.customers.loading;
    return <p className={styles.none}>{text}</p>;
  }
  if (search === "" || findCustomers(customers, search).length > 0) return undefined;
  return <p className={styles.none}>{texts.customers.none}</p>;
}
