import { describe, expect, test } from "vitest";

import { can, type Right, Role } from "#kernel/contract/rights.ts";

const OWNER = "owner";
const LETTERS = {
  o: OWNER,
  m: "manager",
  c: "cashier",
  s: "stock_keeper",
  a: "accountant",
  u: "auditor",
};

const TABLE: Readonly<Record<Right, string>> = {
  "record-sale": "omc",
  "void-sale": "om",
  "override-price": "om",
  "give-gift": "om",
  oversell: "om",
  "write-products": "om",
  "edit-products": "oms",
  "edit-prices": "om",
  "move-stock": "oms",
  "write-customers": "omc",
  "archive-customers": "om",
  "erase-customers": "om",
  "see-dashboard": "omcau",
  "see-reports": "omau",
  "see-lists": "omcsau",
  "see-settings": "omcsau",
  export: "oau",
  "see-contacts": "omca",
  "copy-receipts": "omcsa",
  "change-business-settings": "o",
  "manage-staff": "o",
  "manage-tills": "om",
  approve: "om",
  "resolve-issues": "om",
  "manage-billing": "o",
  "delete-account": "o",
  "change-two-factor-policy": "o",
  "see-access-log": "o",
  "see-audit": "oau",
  "notification-settings": "om",
};

const cells = Object.entries(TABLE).flatMap(([right, holders]) =>
  Object.entries(LETTERS).map(([letter, role]) => [role, right, holders.includes(letter)] as const),
);

const isRight = (right: string): right is Right => right in TABLE;

describe("rights", () => {
  test.each(cells)("%s: %s is %s", (role, right, allowed) =>
    expect(isRight(right) && can(role, right)).toBe(allowed),
  );

  test("the owner has every right of a tenant", () => {
    for (const right of Object.keys(TABLE)) expect(isRight(right) && can(OWNER, right)).toBe(true);
  });

  test("restricted sessions can only read, or export", () => {
    const held = (standing: string) =>
      Object.keys(TABLE).filter((right) => isRight(right) && can(standing, right));
    expect(held("support")).toEqual(["see-dashboard", "see-reports", "see-lists"]);
    expect(held("suspended_owner")).toEqual(["export"]);
  });

  test("an unknown role has no right", () => {
    for (const right of Object.keys(TABLE)) {
      for (const role of ["", "super_admin", "Owner", "owner ", "constructor", "__proto__"]) {
        expect(isRight(right) && can(role, right), `${role}: ${right}`).toBe(false);
      }
    }
  });

  test("are declared for every role", () =>
    expect(Role.options.toSorted()).toEqual(Object.values(LETTERS).toSorted()));
});
