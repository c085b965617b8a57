import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { customersQuery } from "#web/api/customers.ts";
import { fold } from "#web/features/sell/grid/catalogue.ts";
import { useOwnTill, dataOf, useMayAdd } from "#web/features/sell/sync/use-own-till.ts";
import * as styles from "#web/features/sell/till/sheets.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { customerName } from "#web/format/names.ts";
import type { CartCustomer } from "#web/state/cart.ts";
import { useOnline } from "#web/state/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const MAX_SHOWN = 50;

/** `more`: other texts that find the customer. */
type Choosable = CartCustomer & Readonly<{ phone: string | null; more: string }>;

function findCustomers(customers: readonly Choosable[], search: string): readonly Choosable[] {
  const text = fold(search.trim());
  return customers
    .filter(({ name, phone, more }) => fold([name, phone ?? "", more].join("\n")).includes(text))
    .slice(0, MAX_SHOWN);
}

/** From this device if it is a till, else from the server. */
function useCustomers() {
  const now = useOwnTill();
  const own = dataOf(now)?.customers;
  const enabled = now.isReady && own === undefined;
  const { data: served, isError } = useQuery({ ...customersQuery(), enabled });
  const customers = useMemo(
    (): readonly Choosable[] | undefined =>
      own === undefined
        ? served?.map((customer) => ({
            id: customer.id,
            name: customerName(customer),
            phone: customer.phone,
            more: customer.email ?? "",
          }))
        : own
            .filter(({ gone }) => !gone)
            .map(({ id, name, phone }) => ({ id, name, phone, more: "" })),
    [own, served],
  );
  return { customers, isError, hasEmails: own === undefined };
}

export function CustomerSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  return (
    <Dialog still open={open} title="Customer" onClose={sheets.close}>
      <CustomerPicker />
    </Dialog>
  );
}

const toCartCustomer = ({ id, name }: Choosable): CartCustomer => ({ id, name });

function CustomerPicker() {
  const { dispatch, sheets } = useSell();
  const { customers = [], hasEmails } = useCustomers();
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
          placeholder={hasEmails ? "Name, phone or email" : "Name or phone"}
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
            name={customer.name}
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
  const { customers, isError } = useCustomers();
  if (customers === undefined) {
    const text = isError ? "Couldn't load customers." : texts.customers.loading;
    return <p className={styles.none}>{text}</p>;
  }
  if (search === "" || findCustomers(customers, search).length > 0) return undefined;
  return (
    <>
      <p className={styles.none}>{texts.customers.none}</p>
      <AddFound search={search} />
    </>
  );
}

/** The server adds customers, so that takes a network. */
function AddFound({ search }: { search: string }) {
  const { sheets } = useSell();
  const mayAdd = useMayAdd("write-customers");
  const online = useOnline();
  if (!mayAdd || !online) return undefined;
  return (
    <div className={styles.find}>
      <Button
        block
        icon="userPlus"
        onClick={() => {
          sheets.close();
          sheets.open({ is: "newCustomer", search });
        }}
      >
        {`Add "${search}"`}
      </Button>
    </div>
  );
}
