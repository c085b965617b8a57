import { describe, expect, test } from "vitest";

import type { EventType } from "#kernel/contract/event-types.ts";
import { platformDays, platformTotals } from "#projector/projections/platform/sales-totals.ts";
import { platformMembers, platformTenants } from "#projector/projections/platform/tenants.ts";
import { inPlatformLog, inShopLog } from "#tests/kit/builders/changes-of.ts";
import { CASHIER, saleOf, tenantOf } from "#tests/kit/builders/shop-log.ts";
import { sealedAs } from "#tests/kit/fakes/open-plainly.ts";

const SHOP = tenantOf(1);

const registered = {
  tenantId: SHOP,
  name: "Ama's Shop",
  ownerId: CASHIER,
  plan: "basic",
  trialUntil: "2026-03-16",
  currency: "GHS",
  timezone: "Africa/Accra",
};

describe("what the platform knows of a tenant", () => {
  test("starts with the tenant's own registration, not with the platform's copy of it", () => {
    expect(inShopLog(platformTenants, "TenantRegistered", registered)).toEqual([
      {
        kind: "put",
        key: {},
        values: {
          name: "Ama's Shop",
          plan: "basic",
          status: "active",
          trial_until: "2026-03-16",
          currency: "GHS",
          registered_ms: 1_000,
        },
      },
    ]);
    expect(inPlatformLog(platformTenants, "TenantRegistered", registered)).toEqual([]);
  });

  test("has the email that a super admin gave it", () => {
    const created = {
      ...registered,
      email: sealedAs("shop@example.com"),
      status: "pending",
      phone: "024",
    };
    expect(inShopLog(platformTenants, "TenantCreated", created)[0]?.values).toMatchObject({
      email: "shop@example.com",
      status: "pending",
      phone: "024",
    });
  });

  test.each<[EventType, object, object]>([
    [
      "TenantDetailsChanged",
      {
        tenantId: SHOP,
        changes: { name: { from: "a", to: "b" }, email: { from: null, to: sealedAs("x@y") } },
      },
      { name: "b", email: "x@y" },
    ],
    [
      "TenantPlanChanged",
      { tenantId: SHOP, changes: { plan: { from: "basic", to: "premium" } } },
      { plan: "premium" },
    ],
    [
      "TenantStatusChanged",
      { tenantId: SHOP, from: "active", to: "suspended" },
      { status: "suspended" },
    ],
    ["AccountDeleted", { tenantId: SHOP }, { deleted_ms: 1_000, email: null }],
    [
      "BusinessSettingsChanged",
      { changes: { currency: { from: "GHS", to: "USD" } } },
      { currency: "USD" },
    ],
    ["SignedIn", { userId: CASHIER, sid: "s", second: "none" }, { last_login_ms: 1_000 }],
  ])("follows %s", (type, data, values) => {
    expect(inShopLog(platformTenants, type, data)).toEqual([{ kind: "patch", key: {}, values }]);
  });

  test("counts its members", () => {
    const key = { user_id: CASHIER };
    expect(inShopLog(platformMembers, "StaffJoined", { userId: CASHIER, role: "owner" })).toEqual([
      { kind: "put", key, values: { active: true } },
    ]);
    expect(inShopLog(platformMembers, "StaffRemoved", { userId: CASHIER })).toEqual([
      { kind: "patch", key, values: { active: false } },
    ]);
  });

  test("adds sales and subtracts voids", () => {
    const sums = {
      saleId: saleOf(1),
      businessDate: "2026-03-02",
      currency: "USD",
      lines: [],
      tenders: [],
      totalMinor: 700,
      taxMinor: 0,
    };
    const tax = { mode: "inclusive", rateBp: 0 };
    const sold = { ...sums, store: 1, register: 1, tax };
    const figures = { orders: 1, total_minor: 700 };
    expect(inShopLog(platformTotals, "SaleRecorded", sold)).toEqual([
      { kind: "add", key: { currency: "USD" }, values: figures },
    ]);
    expect(inShopLog(platformDays, "SaleRecorded", sold)).toEqual([
      { kind: "add", key: { day: "2026-03-02", currency: "USD" }, values: figures },
    ]);
    for (const projection of [platformTotals, platformDays]) {
      expect(inShopLog(projection, "SaleVoided", sums)[0]?.values).toEqual({
        orders: -1,
        total_minor: -700,
      });
    }
  });
});
