import { TenantId } from "#kernel/contract/ids.ts";

/** A Tuesday, noon UTC. */
export const NOW_MS = Date.parse("2026-03-10T12:00:00.000Z");
export const HEAD = 40;

export const OWN = TenantId.parse("00000000-0000-7000-8000-0000000000aa");
export const FOREIGN = TenantId.parse("00000000-0000-7000-8000-0000000000bb");

/** The same for both tenants: only the tenant id tells their rows apart. */
export const ID = {
  rice: "10000000-0000-7000-8000-000000000001",
  beans: "10000000-0000-7000-8000-000000000002",
  archived: "10000000-0000-7000-8000-000000000003",
  salt: "10000000-0000-7000-8000-000000000004",
  efua: "20000000-0000-7000-8000-000000000001",
  left: "20000000-0000-7000-8000-000000000002",
  erased: "20000000-0000-7000-8000-000000000003",
  today: "30000000-0000-7000-8000-000000000001",
  yesterday: "30000000-0000-7000-8000-000000000002",
  voided: "30000000-0000-7000-8000-000000000003",
  january: "30000000-0000-7000-8000-000000000004",
  euros: "30000000-0000-7000-8000-000000000005",
} as const;

/** The first of the identities, the own tenant's owner. */
export const SELLER = "40000000-0000-7000-8000-000000000000";

export const PROJECTIONS = [
  "shops",
  "products",
  "customers",
  "sales",
  "daily_totals",
  "product_days",
  "product_totals",
  "stock_movements",
  "settings",
  "mails",
  "notifications",
  "bells",
  "hours",
  "staff_days",
  "method_days",
  "takings",
];

export type TenantSample = Readonly<{
  tenantId: TenantId;
  /** In every text of the tenant, so that a leak is visible. */
  marker: string;
  timezone: string;
  currency: string;
  /** It also sold in this currency. */
  otherCurrency: string;
  /** The factor of every amount and quantity. */
  times: number;
}>;

export const OWN_TENANT: TenantSample = {
  tenantId: OWN,
  marker: "own",
  timezone: "Africa/Accra",
  currency: "GHS",
  otherCurrency: "EUR",
  times: 1,
};

/**
 * Its local day is tomorrow while the own tenant's is today; its names sort before and after the
 * own.
 */
export const FOREIGN_TENANT: TenantSample = {
  tenantId: FOREIGN,
  marker: "FOREIGN",
  timezone: "Pacific/Kiritimati",
  currency: "USD",
  otherCurrency: "GHS",
  times: 1000,
};

export type Row = Readonly<Record<string, unknown>>;
