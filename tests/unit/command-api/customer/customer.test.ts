import { describe, expect, test } from "vitest";

import { customer } from "#command-api/customer/customer.ts";
import {
  AMA,
  amaAdded,
  amaArchived,
  amaChanged,
  amaErased,
  amaRestored,
  sealedOfAma,
} from "#tests/kit/builders/customer-events.ts";
import { givenFor } from "#tests/kit/builders/given.ts";

const given = givenFor(customer);

const names = { firstName: sealedOfAma("Ama"), lastName: sealedOfAma("Mensah") };
const phone = sealedOfAma("0244000001");
const add = { type: "AddCustomer", customerId: AMA, ...names, phone } as const;
const changes = { phone: { from: phone, to: null } };
const change = { type: "ChangeCustomer", customerId: AMA, changes } as const;
const archive = { type: "ArchiveCustomer", customerId: AMA } as const;

describe("adding a customer", () => {
  test("keeps what was sealed", () => given().when(add).thenEvents(amaAdded()));
  test("a second time does nothing", () => given(amaAdded()).when(add).thenNothing());
});

describe("changing a customer", () => {
  test("records the old and the new values", () =>
    given(amaAdded()).when(change).thenEvents(amaChanged(changes)));
  test("in every field is kept", () => {
    const all = {
      firstName: { from: names.firstName, to: sealedOfAma("Amma") },
      lastName: { from: names.lastName, to: sealedOfAma("Owusu") },
      email: { from: null, to: sealedOfAma("amma@example.com") },
      phone: { from: phone, to: null },
      address: { from: null, to: sealedOfAma("Osu") },
    };
    given(amaAdded(), amaChanged(all))
      .when({ ...change, changes: all })
      .thenEvents(amaChanged(all));
  });
  test("changes the state that later commands and sales see", () => {
    const changed = {
      lastName: { from: names.lastName, to: sealedOfAma("Owusu") },
      email: { from: null, to: sealedOfAma("amma@example.com") },
      phone: { from: phone, to: null },
    };
    const events = [amaAdded({ address: sealedOfAma("Osu") }), amaChanged(changed)];
    expect(events.reduce(customer.evolve, customer.initialState)).toStrictEqual({
      status: "active",
      firstName: names.firstName,
      lastName: sealedOfAma("Owusu"),
      email: sealedOfAma("amma@example.com"),
      address: sealedOfAma("Osu"),
    });
  });
  test("in nothing does nothing", () =>
    given(amaAdded())
      .when({ ...change, changes: {} })
      .thenNothing());
  test("that is unknown is refused", () => given().when(change).thenRejected("customer-not-found"));
  test("that was deleted is refused", () =>
    given(amaAdded(), amaArchived).when(change).thenRejected("customer-archived"));
});

describe("deleting a customer", () => {
  test("archives them", () => given(amaAdded()).when(archive).thenEvents(amaArchived));
  test("a second time does nothing", () =>
    given(amaAdded(), amaArchived).when(archive).thenNothing());
  test("that is unknown is refused", () =>
    given().when(archive).thenRejected("customer-not-found"));
});

describe("restoring a customer", () => {
  const restore = { type: "RestoreCustomer", customerId: AMA } as const;
  test("brings a deleted one back", () =>
    given(amaAdded(), amaArchived).when(restore).thenEvents(amaRestored));
  test("that is not deleted does nothing", () => {
    given(amaAdded()).when(restore).thenNothing();
    given(amaAdded(), amaArchived, amaRestored).when(restore).thenNothing();
  });
  test("that is unknown is refused", () =>
    given().when(restore).thenRejected("customer-not-found"));
});

describe("erasing a customer", () => {
  const erase = { type: "EraseCustomer", customerId: AMA } as const;
  test("is recorded, whether they were deleted before or not", () => {
    given(amaAdded()).when(erase).thenEvents(amaErased);
    given(amaAdded(), amaArchived).when(erase).thenEvents(amaErased);
  });
  test("a second time does nothing", () => given(amaAdded(), amaErased).when(erase).thenNothing());
  test("that is unknown is refused", () => given().when(erase).thenRejected("customer-not-found"));
  test("leaves no personal data in the state", () => {
    const events = [amaAdded(), amaErased, amaChanged(changes), amaRestored];
    expect(events.reduce(customer.evolve, customer.initialState)).toStrictEqual({
      status: "erased",
    });
  });
  test("is permanent: a restore is refused and a deletion changes nothing", () => {
    given(amaAdded(), amaErased).when(change).thenRejected("customer-erased");
    given(amaAdded(), amaErased)
      .when({ type: "RestoreCustomer", customerId: AMA })
      .thenRejected("customer-erased");
    given(amaAdded(), amaErased).when(archive).thenNothing();
    given(amaAdded(), amaErased).when(add).thenNothing();
  });
});
