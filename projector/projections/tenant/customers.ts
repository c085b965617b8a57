import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";
import type {
  CustomerAdded,
  CustomerArchived,
  CustomerDetailsChanged,
  CustomerErased,
  CustomerRestored,
} from "#kernel/contract/events/customer.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import { isAboutOwnTenant, defineProjection } from "#projector/projections/projection.ts";
import { type Open, thingsTable, type RowChange } from "#projector/projections/table.ts";

const customer = thingsTable(
  "rm_customers",
  { customer_id: "uuid" },
  {
    first_name: "opened?",
    last_name: "opened?",
    email: "opened?",
    phone: "opened?",
    address: "opened?",
    archived: "boolean",
    version: "int",
    created_ms: "bigint",
    updated_ms: "bigint",
  },
);

export const customers = defineProjection("customers", customer.table, {
  CustomerAdded: (event, open) => [added(event, open)],
  CustomerDetailsChanged: (event, open) => [changed(event, open)],
  CustomerArchived: (event) => [archived(event, true)],
  CustomerRestored: (event) => [archived(event, false)],
  CustomerErased: (event) => [erased(event)],
  AccountDeleted: (event) => (isAboutOwnTenant(event) ? [customer.erase()] : []),
});

function added(event: Applied<CustomerAdded>, open: Open): RowChange {
  const { data } = event;
  return customer.put(
    { customer_id: data.customerId },
    {
      first_name: open(data.firstName),
      last_name: open(data.lastName),
      email: open(data.email),
      phone: open(data.phone),
      address: open(data.address),
      archived: false,
      created_ms: event.occurredMs,
      ...stamp(event),
    },
  );
}

function changed(event: Applied<CustomerDetailsChanged>, open: Open): RowChange {
  const { firstName, lastName, email, phone, address } = event.data.changes;
  return customer.patch(
    { customer_id: event.data.customerId },
    {
      ...(firstName && { first_name: open(firstName.to) }),
      ...(lastName && { last_name: open(lastName.to) }),
      ...(email && { email: open(email.to) }),
      ...(phone && { phone: open(phone.to) }),
      ...(address && { address: open(address.to) }),
      ...stamp(event),
    },
  );
}

const archived = (
  event: Applied<CustomerArchived | CustomerRestored>,
  isArchived: boolean,
): RowChange =>
  customer.patch({ customer_id: event.data.customerId }, { archived: isArchived, ...stamp(event) });

/**
 * The customer is archived as well, so that clients that keep a copy of the list remove them from
 * it.
 */
const erased = (event: Applied<CustomerErased>): RowChange =>
  customer.patch(
    { customer_id: event.data.customerId },
    {
      first_name: null,
      last_name: null,
      email: null,
      phone: null,
      address: null,
      archived: true,
      ...stamp(event),
    },
  );

const stamp = ({ streamVersion, recordedMs }: AppliedEvent) => ({
  version: streamVersion,
  updated_ms: recordedMs,
});
