import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { CustomerAdded, CustomerDetailsChanged } from "#kernel/contract/events/customer.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";

import type { Open } from "./opened.ts";
import type { Projection } from "./projection.ts";
import { thingsTable, type RowChange } from "./table.ts";

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

function changes(event: RecordedEvent, open: Open): readonly RowChange[] {
  switch (event.type) {
    case "CustomerAdded":
      return [added(event, open)];
    case "CustomerDetailsChanged":
      return [changed(event, open)];
    case "CustomerArchived":
      return [
        customer.patch({ customer_id: event.data.customerId }, { archived: true, ...stamp(event) }),
      ];
    case "SaleRecorded":
    case "SaleVoided":
    case "ProductAdded":
    case "ProductDetailsChanged":
    case "ProductRepriced":
    case "StockAdjusted":
    case "StockCounted":
    case "ProductArchived":
    case "ProductRestored":
    case "TenantRegistered":
    case "TenantStatusChanged":
    case "StaffJoined":
    case "SignedIn":
    case "LockedOut":
    case "SessionsEnded":
    case "ProjectionEventSkipped":
      return [];
  }
}

export const customers: Projection = { name: "customers", table: customer.table, changes };

function added(event: Recorded<CustomerAdded>, open: Open): RowChange {
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

function changed(event: Recorded<CustomerDetailsChanged>, open: Open): RowChange {
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

const stamp = ({ streamVersion, recordedMs }: RecordedEvent) => ({
  version: streamVersion,
  updated_ms: recordedMs,
});
