import { describe, expect, test } from "vitest";

import { localDate, productLimit, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";

const SHOP = {
  name: "Ama's",
  plan: "basic",
  trialUntil: "2026-12-05",
  currency: "GHS",
  timezone: "Africa/Accra",
} as const;
const headOf = (state: unknown) => ({ version: 1, onHand: undefined, state });
const shop = toTenantRules(headOf(SHOP), undefined);

describe("the rules of a tenant", () => {
  test("have no tax by default", () => expect(shop.taxRateBp).toBe(0));
  test("forbid overselling by default", () => expect(shop.oversellPolicy).toBe("block"));

  test("are the settings, and the registration for what was never set", () => {
    const set = { businessName: "Kofi's", timezone: "UTC", taxRateBp: 1250, phone: null };
    expect(toTenantRules(headOf(SHOP), headOf(set))).toEqual({
      ...SHOP,
      name: "Kofi's",
      timezone: "UTC",
      taxMode: "inclusive",
      taxRateBp: 1250,
      oversellPolicy: "block",
      offlineApprovalMinor: 20_000,
      discountLimitBp: 0,
      receiptLinks: true,
    });
    expect(toTenantRules(headOf(SHOP), headOf({ currency: "USD" }))).toMatchObject({
      name: "Ama's",
      currency: "USD",
    });
  });

  test("throw for a tenant without a stream", () => {
    expect(() => toTenantRules(undefined, undefined)).toThrow("a tenant has no stream of its own");
    expect(() => toTenantRules(headOf(undefined), undefined)).toThrow();
  });
});

describe("the number of products", () => {
  test("is unlimited up to the last day of the trial", () => {
    expect(productLimit(shop, "2026-12-05")).toBeUndefined();
    expect(productLimit(shop, "2026-12-06")).toBe(100);
  });
  test("is limited by the plan after it", () => {
    expect(productLimit({ ...shop, plan: "premium" }, "2027-01-01")).toBe(1000);
    expect(productLimit({ ...shop, plan: "enterprise" }, "2027-01-01")).toBeUndefined();
  });
});

describe("the day of a sale", () => {
  test.each([
    ["2026-11-21T23:59:59.999Z", "Africa/Accra", "2026-11-21"],
    ["2026-11-22T00:00:00.000Z", "Africa/Accra", "2026-11-22"],
    ["2026-11-21T23:30:00.000Z", "Africa/Lagos", "2026-11-22"],
    ["2026-11-21T02:00:00.000Z", "America/New_York", "2026-11-20"],
    // The clocks go back: one day has 25 hours.
    ["2026-10-25T00:30:00.000Z", "Europe/London", "2026-10-25"],
    ["2026-10-25T23:59:00.000Z", "Europe/London", "2026-10-25"],
    ["1970-01-01T00:00:00.000Z", "UTC", "1970-01-01"],
  ])("at %s in %s is %s", (at, zone, day) => expect(localDate(Date.parse(at), zone)).toBe(day));
});
