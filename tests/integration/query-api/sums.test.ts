import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { ID, OWN, SELLER } from "./two-tenants.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi();
});
afterAll(() => api.close());

type Data = Readonly<{ rows: readonly Record<string, unknown>[] }> & Record<string, unknown>;

const reportBy = async (what: string): Promise<Data> => {
  const response = await api.get(`/api/v1/reports/${what}`);
  expect([response.statusCode, response.headers["x-stale"]]).toEqual([200, undefined]);
  return response.json<{ data: Data }>().data;
};

describe("a report of sums", () => {
  it("names the span and the tenant's currency", async () => {
    expect(await reportBy("day?period=7")).toMatchObject({
      period: "7",
      from: "2026-03-04",
      to: "2026-03-10",
      currency: "GHS",
    });
    expect(await reportBy("day")).toMatchObject({ period: null, from: null, to: null });
  });

  it("sums products over all time or the given days", async () => {
    const { rows } = await reportBy("product");
    expect(rows).toMatchObject([
      { id: ID.archived, name: "Archived own", currency: "GHS", quantity: 9, revenue: 90 },
      { id: ID.rice, name: "rice own", currency: "GHS", quantity: 6, revenue: 6.3 },
      { id: ID.beans, name: "Beans own", currency: "GHS", quantity: 1, revenue: 1.05 },
      { id: ID.beans, name: "Beans own", currency: "EUR", quantity: 1, revenue: 0.07 },
    ]);
    const week = await reportBy("product?from=2026-03-09&to=2026-03-09");
    expect(week.rows).toMatchObject([
      { id: ID.rice, name: "rice own", currency: "GHS", quantity: 3, revenue: 3.15 },
      { id: ID.beans, name: "Beans own", currency: "GHS", quantity: 1, revenue: 1.05 },
    ]);
  });

  it("lists days newest first, without days that sum to zero", async () => {
    const { rows } = await reportBy("day");
    expect(rows).toEqual([
      { day: "2026-03-10", currency: "GHS", orders: 1, total: 123.45, tax: 0 },
      { day: "2026-03-09", currency: "GHS", orders: 1, total: 123.45, tax: 0 },
      { day: "2026-01-15", currency: "GHS", orders: 1, total: 1, tax: 0 },
      { day: "2025-12-24", currency: "EUR", orders: 1, total: 0.07, tax: 0 },
    ]);
  });

  it("has every hour of the day, in the tenant's time zone", async () => {
    const { rows } = await reportBy("hour");
    expect(rows).toHaveLength(25);
    expect(rows.filter(({ orders }) => orders !== 0)).toEqual([
      { hour: 10, currency: "GHS", orders: 2, total: 246.9 },
      { hour: 23, currency: "GHS", orders: 1, total: 1 },
      { hour: 10, currency: "EUR", orders: 1, total: 0.07 },
    ]);
    await api.admin.query(
      "update rm.rm_shops set timezone = 'America/New_York' where tenant_id = $1",
      [OWN],
    );
    const summer = await reportBy("hour?period=7");
    expect(summer.rows.filter(({ orders }) => orders !== 0)).toEqual([
      { hour: 6, currency: "GHS", orders: 2, total: 246.9 },
    ]);
    await api.admin.query("update rm.rm_shops set timezone = 'Africa/Accra' where tenant_id = $1", [
      OWN,
    ]);
  });

  it("names the staff, and unknown people by their id alone", async () => {
    const { rows } = await reportBy("staff");
    expect(rows).toEqual([
      { user_id: ID.efua, name: null, currency: "GHS", orders: 1, total: 123.45 },
      { user_id: SELLER, name: "A B", currency: "GHS", orders: 1, total: 123.45 },
      { user_id: SELLER, name: "A B", currency: "EUR", orders: 1, total: 0.07 },
    ]);
  });

  it("REP-15: splits payments into confirmed and asserted", async () => {
    const { rows } = await reportBy("payment-method?period=30");
    expect(rows).toEqual([
      {
        payment_method: "mobile_money",
        currency: "GHS",
        payments: 2,
        total: 243.45,
        confirmed: 0,
        asserted: 243.45,
      },
      {
        payment_method: "cash",
        currency: "GHS",
        payments: 1,
        total: 3.45,
        confirmed: 3.45,
        asserted: 0,
      },
    ]);
  });
});

describe("a report as a file", () => {
  it("holds the same rows", async () => {
    const response = await api.get("/api/v1/exports/reports/day.csv?period=30", "accountant");
    expect([response.statusCode, response.payload]).toEqual([
      200,
      "\uFEFFDay,Orders,Total,Tax,Currency\r\n2026-03-10,1,123.45,0,GHS\r\n2026-03-09,1,123.45,0,GHS\r\n",
    ]);
    expect(response.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="report-by-day-2026-03-10.csv"',
    });
  });

  it.each(["product", "hour", "staff", "payment-method", "tax"])(
    "the report by %s exists",
    async (by) => {
      const response = await api.get(`/api/v1/exports/reports/${by}.csv`);
      expect([response.statusCode, response.payload.split("\r\n").length > 2]).toEqual([200, true]);
    },
  );

  it("requires the right to export, and is in the access log", async () => {
    expect((await api.get("/api/v1/exports/reports/day.csv", "manager")).statusCode).toBe(403);
    const { rows } = await api.admin.query<{ target: string }>(
      "select target from audit.access_log where tenant_id = $1 and action = 'export'",
      [OWN],
    );
    expect(rows).toContainEqual({ target: "/api/v1/exports/reports/staff.csv" });
  });
});
