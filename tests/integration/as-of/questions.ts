import type { Arguments, Prepared } from "#query-api/ask.query.ts";
import { CUSTOMER_PAGE } from "#query-api/customer/customer-page.query.ts";
import {
  ARCHIVED_CUSTOMERS,
  CHANGED_CUSTOMERS,
  CUSTOMER_TEXTS,
  CUSTOMERS,
} from "#query-api/customer/customers.query.ts";
import { TODAY } from "#query-api/dashboard/today.query.ts";
import { MOVEMENTS } from "#query-api/product/movements.query.ts";
import {
  ARCHIVED_PRODUCTS,
  CHANGED_PRODUCTS,
  PRODUCT_TEXTS,
  PRODUCTS,
} from "#query-api/product/products.query.ts";
import { BY_CATEGORY } from "#query-api/report/by-category.query.ts";
import { BY_DAY } from "#query-api/report/by-day.query.ts";
import { BY_HOUR } from "#query-api/report/by-hour.query.ts";
import { BY_PAYMENT_METHOD } from "#query-api/report/by-payment-method.query.ts";
import { BY_PRODUCT } from "#query-api/report/by-product.query.ts";
import { BY_STAFF } from "#query-api/report/by-staff.query.ts";
import { BY_TAX } from "#query-api/report/by-tax.query.ts";
import { DASHBOARD, REPORT } from "#query-api/report/report.query.ts";
import { SALE } from "#query-api/sale/sale.query.ts";
import { SALE_TEXTS, SALES, salesTextsThat } from "#query-api/sale/sales.query.ts";
import { salesSums } from "#query-api/sale/sums.query.ts";
import { CASHIER, id, productOf, saleOf } from "#tests/kit/builders/shop-log.ts";

export type PastQuestion = readonly [question: Prepared<unknown>, args: Arguments];

const SINCE_MS = Date.parse("2026-03-01T00:00:00Z");

const SPANS: readonly Arguments[] = [
  {},
  { days: 7 },
  { from: "2026-02-25", to: "2026-03-06" },
  { from: "2026-03-02", to: "2026-03-02" },
];

const SALE_TEXTS_BETWEEN = salesTextsThat({ state: "paid", isInTime: true });
const FILTERED = [
  { state: "voided" },
  { state: "all" },
  { state: "all", isInTime: true },
  { state: "paid", method: "cash" },
  { state: "paid", method: "card" },
  { state: "paid", isByStaff: true },
  { state: "all", isByStaff: true, method: "cash", isInTime: true },
  { state: "all", isOfCustomer: true },
] as const;

const SUMS = [BY_PRODUCT, BY_CATEGORY, BY_DAY, BY_HOUR, BY_STAFF, BY_PAYMENT_METHOD, BY_TAX];

/** Every question of the screens that can be asked about the past, with all kinds of arguments. */
export const QUESTIONS: readonly PastQuestion[] = [
  ...SPANS.flatMap((span): PastQuestion[] => [
    [DASHBOARD, span],
    [REPORT, span],
    ...SUMS.map(({ question }): PastQuestion => [question, span]),
  ]),
  [PRODUCTS.all, { offset: 0 }],
  [PRODUCTS.found, { offset: 0, search: "renamed" }],
  [PRODUCT_TEXTS.all, { offset: 0 }],
  [PRODUCT_TEXTS.found, { offset: 0, search: "renamed" }],
  [ARCHIVED_PRODUCTS.all, { offset: 0 }],
  [CHANGED_PRODUCTS.all, { offset: 0, sinceMs: 0 }],
  [CHANGED_PRODUCTS.found, { offset: 0, sinceMs: 0, search: "a" }],
  [ARCHIVED_PRODUCTS.found, { offset: 0, search: "a" }],
  [SALES.all, { offset: 0, limit: 1000 }],
  [SALES.all, { offset: 2, limit: 3 }],
  [SALES.found, { offset: 0, search: "first" }],
  [SALE_TEXTS.all, { offset: 0, limit: 1000 }],
  [SALE_TEXTS.all, { offset: 2, limit: 3 }],
  [SALE_TEXTS.found, { offset: 0, search: "first" }],
  [SALE_TEXTS_BETWEEN.all, { offset: 0, sinceMs: SINCE_MS }],
  [SALE_TEXTS_BETWEEN.all, { offset: 0, untilMs: SINCE_MS }],
  [SALE_TEXTS_BETWEEN.found, { offset: 0, sinceMs: SINCE_MS, search: "first" }],
  ...FILTERED.flatMap((filter): PastQuestion[] =>
    [1, 2].map((n) => [
      salesTextsThat(filter).all,
      {
        offset: 0,
        limit: 1000,
        sinceMs: SINCE_MS,
        staff: CASHIER,
        customer: id(0xe00000 + n),
      },
    ]),
  ),
  ...FILTERED.flatMap((filter): PastQuestion[] =>
    [1, 2].map((n) => [
      salesSums({ ...filter, state: "paid" }, false),
      { sinceMs: SINCE_MS, staff: CASHIER, customer: id(0xe00000 + n) },
    ]),
  ),
  [salesSums({ state: "paid" }, false), {}],
  [salesSums({ state: "paid", isInTime: true }, false), { sinceMs: SINCE_MS }],
  [salesSums({ state: "paid", isInTime: true }, false), { untilMs: SINCE_MS }],
  [salesSums({ state: "paid" }, true), { search: "first" }],
  [TODAY, { days: 7 }],
  ...[1, 2].map((n): PastQuestion => [
    CUSTOMER_PAGE,
    { customerId: id(0xe00000 + n), seesContacts: true },
  ]),
  [CUSTOMERS.all, { offset: 0, seesContacts: true }],
  [CUSTOMERS.found, { offset: 0, seesContacts: true, search: "new" }],
  [CUSTOMER_TEXTS.all, { offset: 0, seesContacts: true }],
  [CUSTOMER_TEXTS.found, { offset: 0, seesContacts: true, search: "new" }],
  [ARCHIVED_CUSTOMERS.all, { offset: 0, seesContacts: true }],
  [CHANGED_CUSTOMERS.all, { offset: 0, seesContacts: true, sinceMs: 0 }],
  [CHANGED_CUSTOMERS.found, { offset: 0, seesContacts: true, sinceMs: 0, search: "new" }],
  [ARCHIVED_CUSTOMERS.found, { offset: 0, seesContacts: true, search: "new" }],
  ...[1, 2, 3].map((n): PastQuestion => [MOVEMENTS, { productId: productOf(n), limit: 100 }]),
  ...[1, 2, 5, 9].map((n): PastQuestion => [SALE, { saleId: saleOf(n) }]),
];
