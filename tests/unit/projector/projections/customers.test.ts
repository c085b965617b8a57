import { describe, expect, test } from "vitest";

import { customers } from "#projector/projections/tenant/customers.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { id } from "#tests/kit/builders/shop-log.ts";
import { openNothing, openPlainly, sealedAs } from "#tests/kit/fakes/open-plainly.ts";

const customerId = id(0xcafe);
const key = { customer_id: customerId };
const stamp = { version: 3, updated_ms: 9_000 };
const envelope = { streamVersion: 3, recordedMs: 9_000 };
const efua = {
  customerId,
  firstName: sealedAs("Efua"),
  lastName: sealedAs("Mensah"),
  phone: sealedAs("+233 1"),
};

describe("a customer", () => {
  test("is added in clear text, with null for missing fields", () => {
    expect(customers.changes(recorded("CustomerAdded", efua), openPlainly)).toEqual([
      {
        kind: "put",
        key,
        values: {
          first_name: "Efua",
          last_name: "Mensah",
          email: null,
          phone: "+233 1",
          address: null,
          archived: false,
          version: 1,
          created_ms: 1_000,
          updated_ms: 2_000,
        },
      },
    ]);
  });

  test("reads null if erased", () => {
    const [change] = customers.changes(recorded("CustomerAdded", efua), openNothing);
    expect(change?.values).toMatchObject({ first_name: null, last_name: null, phone: null });
  });

  test("loses all personal data and leaves every list when erased", () => {
    const event = recorded("CustomerErased", { customerId }, envelope);
    const gone = { first_name: null, last_name: null, email: null, phone: null, address: null };
    expect(customers.changes(event, openPlainly)).toEqual([
      { kind: "patch", key, values: { ...gone, archived: true, ...stamp } },
    ]);
  });

  test("changes only the changed fields", () => {
    const changes = {
      firstName: { from: sealedAs("Efua"), to: sealedAs("Ekua") },
      email: { from: null, to: sealedAs("e@example.com") },
      phone: { from: sealedAs("+233 1"), to: null },
    };
    const event = recorded("CustomerDetailsChanged", { customerId, changes }, envelope);
    expect(customers.changes(event, openPlainly)).toEqual([
      {
        kind: "patch",
        key,
        values: { first_name: "Ekua", email: "e@example.com", phone: null, ...stamp },
      },
    ]);
  });

  test("gets a new last name and address", () => {
    const changes = {
      lastName: { from: sealedAs("Mensah"), to: sealedAs("Owusu") },
      address: { from: null, to: sealedAs("1 Ring Road") },
    };
    const event = recorded("CustomerDetailsChanged", { customerId, changes }, envelope);
    expect(customers.changes(event, openPlainly)[0]?.values).toEqual({
      last_name: "Owusu",
      address: "1 Ring Road",
      ...stamp,
    });
  });

  test("is archived", () => {
    const event = recorded("CustomerArchived", { customerId }, envelope);
    expect(customers.changes(event, openPlainly)).toEqual([
      { kind: "patch", key, values: { archived: true, ...stamp } },
    ]);
  });
});
