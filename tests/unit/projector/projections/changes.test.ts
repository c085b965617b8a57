import { describe, expect, test } from "vitest";

import { changes } from "#projector/projections/changes.ts";
import { inPlatformLog, inShopLog } from "#tests/kit/builders/changes-of.ts";
import { MILO, miloAdded, miloAdjusted } from "#tests/kit/builders/product-events.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { saleRecorded } from "#tests/kit/builders/sale-events.ts";
import { CASHIER, id, tenantOf } from "#tests/kit/builders/shop-log.ts";
import { openPlainly, sealedAs } from "#tests/kit/fakes/open-plainly.ts";

const customerId = id(0xcafe);

const line = (projection: string, values: object) => ({
  kind: "append",
  key: { projection, seq: "1" },
  values: {
    personal: null,
    actor_id: CASHIER,
    occurred_ms: 1_000,
    recorded_ms: 2_000,
    ...values,
  },
});

describe("the history of an entity", () => {
  test("has a row with the columns that its own read model gets", () => {
    const { type, data } = miloAdjusted(-2);
    const event = recorded(type, data, { effects: { stock: [[MILO, -2, 98]] } });
    expect(changes.changes(event, openPlainly)).toEqual([
      line("products", {
        thing_id: MILO,
        type,
        changes: { stock: 98, updated_ms: 2_000, version: 1 },
      }),
    ]);
  });

  test("keeps personal texts apart, to be erased alone", () => {
    const to = sealedAs("Efua");
    const data = { customerId, changes: { firstName: { from: to, to } } };
    expect(inShopLog(changes, "CustomerDetailsChanged", data)).toEqual([
      line("customers", {
        thing_id: customerId,
        type: "CustomerDetailsChanged",
        changes: { version: 1, updated_ms: 2_000 },
        personal: '{"first_name":"Efua"}',
      }),
    ]);
    expect(inShopLog(changes, "CustomerErased", { customerId }).at(-1)).toEqual({
      kind: "erase",
      key: { thing_id: customerId },
      values: {},
    });
  });

  test("has a row for the tenant and one for its settings if an event is about both", () => {
    const tenantId = tenantOf(1);
    const data = { tenantId, changes: { name: { from: "A", to: "B" } } };
    expect(inShopLog(changes, "TenantDetailsChanged", data)).toEqual([
      line("shops", { thing_id: tenantId, type: "TenantDetailsChanged", changes: { name: "B" } }),
      line("settings", {
        thing_id: tenantId,
        type: "TenantDetailsChanged",
        changes: { business_name: "B" },
      }),
    ]);
    expect(inPlatformLog(changes, "TenantDetailsChanged", data)).toEqual([]);
  });

  test("has no row for a sale, which only changes stock", () => {
    const { type, data } = saleRecorded();
    expect(changes.types.has(type)).toBe(false);
    expect(inShopLog(changes, type, data)).toEqual([]);
    expect(inShopLog(changes, "ProductAdded", miloAdded().data)).toHaveLength(1);
  });
});
