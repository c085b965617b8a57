import { ID, NOW_MS, type Row, SELLER, type TenantSample } from "./two-tenants.ts";

/** Newest first: today, yesterday, a voided one, January, and one in another currency. */
export function saleRows(shop: TenantSample): Row[] {
  const { marker, times } = shop;
  const line = (productId: string, quantity: number) => ({
    productId,
    name: `${marker} line`,
    quantity,
    listPriceMinor: 100 * times,
    unitPriceMinor: 105 * times,
    discountMinor: 0,
    taxMinor: 0,
    totalMinor: 105 * times * quantity,
  });
  const sale = (sale_id: string, day: string, row: Row) => ({
    sale_id,
    receipt_number: 42,
    store: 1,
    register: 2,
    occurred_ms: Date.parse(`${day}T10:00:00.000Z`),
    recorded_ms: Date.parse(`${day}T10:00:01.500Z`),
    business_date: day,
    currency: shop.currency,
    customer_name: `${marker} snapshot`,
    cashier_id: ID.efua,
    total_minor: 12_345 * times,
    tax_minor: 5 * times,
    tax: { mode: "inclusive", rateBp: 1_500 },
    item_count: 4,
    payment_method: "mobile_money",
    tenders: [{ method: "mobile_money", status: "asserted", amountMinor: 12_345 * times }],
    lines: [line(ID.rice, 3), line(ID.beans, 1)],
    ...row,
  });
  return [
    sale(ID.today, "2026-03-10", { customer_id: ID.efua }),
    sale(ID.yesterday, "2026-03-09", { customer_id: ID.erased, receipt_number: null }),
    sale(ID.voided, "2026-03-10", { voided_ms: NOW_MS, customer_id: ID.efua }),
    sale(ID.january, "2026-01-15", { customer_id: ID.left, total_minor: 100 * times }),
    sale(ID.euros, "2025-12-24", { currency: shop.otherCurrency, total_minor: 7 * times }),
  ];
}

/** The other tenant also voided one that the own tenant did not. */
export function voidRows({ currency, times }: TenantSample): Row[] {
  const voided = (seq: number, sale_id: string) => ({
    seq,
    sale_id,
    orders: -1,
    day: "2026-03-10",
    hour: "2026-03-10T10",
    user_id: ID.efua,
    currency,
    total_minor: -12_345 * times,
    tax_minor: 0,
    actor_id: SELLER,
    occurred_ms: NOW_MS,
    recorded_ms: NOW_MS,
  });
  return [voided(30, ID.voided), ...(times > 1 ? [voided(31, ID.yesterday)] : [])];
}

export function dailyTotalRows({ currency, otherCurrency, times }: TenantSample): Row[] {
  const total = (day: string, total_minor: number, row: Row = {}) => ({
    day,
    currency,
    orders: times,
    total_minor: total_minor * times,
    tax_minor: 0,
    ...row,
  });
  return [
    total("2026-03-10", 12_345),
    total("2026-03-09", 12_345),
    total("2026-03-05", 0, { orders: 0 }),
    total("2026-01-15", 100),
    total("2025-12-24", 7, { currency: otherCurrency }),
    // In the currency and the month of the own tenant.
    ...(times > 1 ? [total("2026-03-01", 9, { currency: otherCurrency })] : []),
  ];
}

/** The figures of the daily totals, split by hour, seller and payment method. */
export function splitTotals({
  currency,
  otherCurrency,
  times,
}: TenantSample): Record<string, Row[]> {
  const sold = (day: string, total_minor: number, row: Row = {}) => ({
    day,
    currency,
    orders: times,
    total_minor: total_minor * times,
    ...row,
  });
  const paid = (day: string, status: string, amount_minor: number, row: Row = {}) => ({
    day,
    method: "mobile_money",
    status,
    currency,
    payments: times,
    amount_minor: amount_minor * times,
    ...row,
  });
  return {
    rm_hours: [
      sold("2026-03-10", 12_345, { hour: "2026-03-10T10" }),
      sold("2026-03-09", 12_345, { hour: "2026-03-09T10" }),
      sold("2026-01-15", 100, { hour: "2026-01-15T23" }),
      sold("2025-12-24", 7, { hour: "2025-12-24T10", currency: otherCurrency }),
    ],
    rm_staff_days: [
      sold("2026-03-10", 12_345, { user_id: SELLER }),
      sold("2026-03-09", 12_345, { user_id: ID.efua }),
      sold("2026-03-09", 0, { user_id: ID.left, orders: 0 }),
      sold("2025-12-24", 7, { user_id: SELLER, currency: otherCurrency }),
    ],
    rm_method_days: [
      paid("2026-03-10", "asserted", 12_345),
      paid("2026-03-09", "asserted", 12_000),
      paid("2026-03-09", "confirmed", 345, { method: "cash" }),
      paid("2026-01-15", "confirmed", 100),
      paid("2025-12-24", "confirmed", 7, { currency: otherCurrency }),
    ],
  };
}

/** By day, and all-time. */
export function productSales({ currency, otherCurrency, times }: TenantSample): [Row[], Row[]] {
  const sold = (product_id: string, quantity: number, revenue_minor: number) => ({
    product_id,
    currency,
    quantity: quantity * times,
    revenue_minor: revenue_minor * times,
  });
  return [
    [
      { day: "2026-03-10", ...sold(ID.rice, 3, 315) },
      { day: "2026-03-09", ...sold(ID.rice, 3, 315) },
      { day: "2026-03-09", ...sold(ID.beans, 1, 105) },
      { day: "2026-03-08", ...sold(ID.beans, 1, 7), currency: otherCurrency },
      { day: "2026-01-15", ...sold(ID.archived, 9, 9000) },
    ],
    [
      sold(ID.rice, 6, 630),
      sold(ID.beans, 1, 105),
      { ...sold(ID.beans, 1, 7), currency: otherCurrency },
      sold(ID.archived, 9, 9000),
      sold(ID.salt, 0, 0),
    ],
  ];
}
