import fc from "fast-check";
import { test } from "vitest";

import { customer, type CustomerCommand } from "#command-api/customer/customer.ts";
import type { CustomerEvent } from "#kernel/contract/events/customer.ts";
import { AMA, amaArchived, amaErased, sealedOfAma } from "#tests/kit/builders/customer-events.ts";
import { anyText, expectNeverToThrow } from "#tests/kit/checks/never-throws.ts";

// A sealed text is never empty, so neither is this one.
const sealed = anyText.map((text) => sealedOfAma(`${text}.`));
const nullable = fc.option(sealed);
const details = {
  firstName: sealed,
  lastName: sealed,
  email: sealed,
  phone: sealed,
  address: sealed,
};
const changed = fc.record({ from: sealed, to: sealed });
const cleared = fc.record({ from: nullable, to: nullable });
const changes = fc.record(
  { firstName: changed, lastName: changed, email: cleared, phone: cleared, address: cleared },
  { requiredKeys: [] },
);

const event: fc.Arbitrary<CustomerEvent> = fc.oneof(
  fc.record({
    type: fc.constant("CustomerAdded" as const),
    data: fc.record(
      { customerId: fc.constant(AMA), ...details },
      { requiredKeys: ["customerId", "firstName", "lastName"] },
    ),
  }),
  fc.record({
    type: fc.constant("CustomerDetailsChanged" as const),
    data: fc.record({ customerId: fc.constant(AMA), changes }),
  }),
  fc.constant(amaArchived),
  fc.constant(amaErased),
);

const command: fc.Arbitrary<CustomerCommand> = fc.oneof(
  fc.record(
    { type: fc.constant("AddCustomer" as const), customerId: fc.constant(AMA), ...details },
    { requiredKeys: ["type", "customerId", "firstName", "lastName"] },
  ),
  fc.record({
    type: fc.constant("ChangeCustomer" as const),
    customerId: fc.constant(AMA),
    changes,
  }),
  fc.record({ type: fc.constant("ArchiveCustomer" as const), customerId: fc.constant(AMA) }),
  fc.record({ type: fc.constant("EraseCustomer" as const), customerId: fc.constant(AMA) }),
);

test("a customer never throws, whatever its history and the command", () =>
  expectNeverToThrow(customer, { event, command }, ({ type }) => type !== "ChangeCustomer"));
