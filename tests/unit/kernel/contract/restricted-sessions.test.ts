import { expect, test } from "vitest";

import { isRestricted, mayReach } from "#kernel/contract/restricted-sessions.ts";

test.each([
  ["support", "GET", "/api/dashboard.php", true],
  ["support", "HEAD", "/api/v1/sales/:id", true],
  ["support", "GET", "/api/v1/products/:id/movements", true],
  ["support", "POST", "/api/v1/logout", true],
  ["support", "POST", "/api/sales.php", false],
  ["support", "GET", "/api/v1/sales", true],
  ["support", "POST", "/api/v1/sales", false],
  ["support", "GET", "/api/v1/reports", false],
  ["support", "GET", "/api/v1/account", false],
  ["support", "GET", "/api/v1/exports/sales.csv", false],
  ["support", "GET", "/api/dashboard.php2", false],
  ["support", "GET", "", false],
  ["suspended_owner", "GET", "/api/v1/exports/sales.csv", true],
  ["suspended_owner", "POST", "/api/v1/exports/sales.csv", false],
  ["suspended_owner", "GET", "/api/sales.php", false],
  ["suspended_owner", "POST", "/api/v1/logout", false],
  ["owner", "DELETE", "/api/v1/account", true],
  ["constructor", "POST", "/api/sales.php", true],
] as const)("%s: %s %s is %s", (role, method, url, isWithin) =>
  expect(mayReach(role, method, url)).toBe(isWithin),
);

test("no working role is restricted", () => {
  expect(["owner", "cashier", "super_admin", "__proto__"].filter(isRestricted)).toEqual([]);
});
