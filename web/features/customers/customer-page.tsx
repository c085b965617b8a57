import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import type { CustomerPage as Customer } from "#kernel/contract/api/reports/customer-page.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { customerName } from "#web/format/names.ts";
import { dialled, whatsAppLink } from "#web/format/phone-links.ts";
import { shopTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { useNow } from "#web/state/past.ts";
import { useCan, useCurrency, useTimeZone } from "#web/state/use-session.ts";
import { Button, ServerPageLink, TextLink } from "#web/ui/button/button.tsx";
import { moneyTotal, Totals } from "#web/ui/chart/totals.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState, InlineNote } from "#web/ui/feedback/state.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import { customerPageQuery, words } from "./customer-query.ts";
import { Purchases } from "./purchases.tsx";

type Actions = {
  onEdit: (customer: CustomerItem) => void;
  onErase: (customer: CustomerItem) => void;
};

type CustomerPageProps = Actions & { id: string };

/** One customer: what the shop knows of them, what they have bought, and what can be done. */
export function CustomerPage({ id, ...actions }: CustomerPageProps) {
  const query = useScreenQuery({ ...customerPageQuery(id), refetchOnMount: "always" }, words);
  return (
    <>
      <TextLink href={links.customers()}>All customers</TextLink>
      {query.status === "loading" && (
        <>
          <PageHead title="Customer" />
          <SkeletonRows rows={6} kind="list" label="Loading customer..." />
        </>
      )}
      {query.status === "error" && (
        <>
          <PageHead title="Customer" />
          <ErrorState problem={query} action={texts.tryAgain} />
        </>
      )}
      {query.status === "ready" && <Loaded key={id} customer={query.data} {...actions} />}
    </>
  );
}

type LoadedProps = Actions & { customer: Customer };

function Loaded({ customer, ...actions }: LoadedProps) {
  return (
    <>
      <PageHead title={customer.erased ? texts.sales.erasedCustomer : customerName(customer)}>
        <Tools customer={customer} {...actions} />
      </PageHead>
      {customer.erased && (
        <InlineNote icon="info">
          This customer was erased. Their sales and totals stay; no one can read who it was.
        </InlineNote>
      )}
      {customer.archived && !customer.erased && (
        <InlineNote icon="info">
          This customer was deleted. They can be restored from the list.
        </InlineNote>
      )}
      <Spent customer={customer} />
      <Section title="Details">
        <Facts facts={useDetails(customer)} />
      </Section>
      <Section title="Purchases">
        <Purchases customer={customer} />
      </Section>
      <Erase customer={customer} onErase={actions.onErase} />
    </>
  );
}

function Tools({ customer, onEdit }: Pick<LoadedProps, "customer" | "onEdit">) {
  const mayEdit = useCan("write-customers") && !customer.archived && !customer.erased;
  if (!mayEdit) return undefined;
  return (
    <Button icon="edit" onClick={() => onEdit(customer)}>
      Edit
    </Button>
  );
}

/** At the end and apart from the other actions, because it can't be undone. */
function Erase({ customer, onErase }: Pick<LoadedProps, "customer" | "onErase">) {
  const mayErase = useCan("erase-customers") && !customer.erased;
  if (!mayErase) return undefined;
  return (
    <FormSection
      title="Erase this customer"
      kind="stack"
      hint="No one can read name, contact data and notes again. Sales and totals stay."
    >
      <Button icon="erase" onClick={() => onErase(customer)}>
        Erase permanently
      </Button>
    </FormSection>
  );
}

/** In the shop's currency first; sums of others are notes. */
function Spent({ customer }: { customer: Customer }) {
  const currency = useCurrency();
  const zone = useTimeZone();
  const now = useNow();
  const { totals, last_sale_at: last } = customer;
  const own = totals.find((sum) => sum.currency === currency)?.total ?? 0;
  const others = totals.filter((sum) => sum.currency !== currency);
  return (
    <Totals
      items={[
        {
          name: "Spent",
          ...moneyTotal(minorOf(own), currency),
          note:
            others.length === 0
              ? undefined
              : others.map((sum) => `and ${sum.currency} ${sum.total.toFixed(2)}`).join(" "),
        },
        {
          name: "Sales",
          value: totals.reduce((sum, { orders }) => sum + orders, 0),
          note: last === null ? "No visit yet" : `Last visit ${shopTime(last, zone, now)}`,
        },
      ]}
    />
  );
}

/** For roles without access to contact data, as in the list. */
const HIDDEN = "Hidden for your role";

function useDetails(customer: Customer) {
  const seesContacts = useCan("see-contacts");
  const zone = useTimeZone();
  const now = useNow();
  // A number whose country is not known can be read, but not called.
  const number = dialled(customer.phone ?? "", zone);
  const contact = (value: string | null) => (seesContacts ? (value ?? "None") : HIDDEN);
  return [
    { name: "Customer ID", value: shortId(customer.id) },
    { name: "Phone", value: contact(customer.phone) },
    ...(number === undefined ? [] : [{ name: "Contact", value: <Ways number={number} /> }]),
    { name: "Email", value: contact(customer.email) },
    { name: "Address", value: contact(customer.address) },
    { name: "Customer since", value: shopTime(customer.created_at, zone, now) },
  ];
}

function Ways({ number }: { number: string }) {
  return (
    <>
      <ServerPageLink href={`tel:+${number}`}>Call</ServerPageLink>{" "}
      <ServerPageLink href={whatsAppLink("", number)}>WhatsApp</ServerPageLink>
    </>
  );
}
