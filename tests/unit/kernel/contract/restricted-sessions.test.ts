import { expect, test } from "vitest";

import { isLimited, isWithinReach } from "#kernel/contract/restricted-sessions.ts";

test.each([
  ["support", "GET", "/api/dashboard.php", true],
  ["support", "HEAD", "/api/v1/sales/:id", true],
  ["support", "GET", "/api/v1/products/:id/movements", true],
  ["support", "POST", "/api/v1/logout", true],
  ["support", "POST", "/api/sales.php", false],
  ["support", "GET", "/api/v1/sales", false],
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
  expect(isWithinReach(role, method, url)).toBe(isWithin),
);

test("nobody who works in a shop is limited", () => {
  expect(["owner", "cashier", "super_admin", "__proto__"].filter(isLimited)).toEqual([]);
});
