import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import type { ProductItem } from "#kernel/contract/api/product.ts";
import type { Dashboard } from "#kernel/contract/api/reports/dashboard.ts";
import type { FirstSteps } from "#kernel/contract/api/reports/first-steps.ts";
import type { Today } from "#kernel/contract/api/reports/today.ts";
import type { SaleDetail, SaleItem } from "#kernel/contract/api/sale.ts";
import type { BusinessSettings, Settings } from "#kernel/contract/api/settings.ts";
import type { Session } from "#web/state/session.ts";

export const signedInAs = (role: string): Session => ({
  token: `token-of-${role}`,
  user: {
    id: `user-${role}`,
    first_name: "Akosua",
    last_name: "Mensah",
    email: "akosua@adom.example",
    role,
  },
  tenant: {
    id: "tenant-adom",
    name: "Adom Provisions, Osu",
    status: "active",
    plan: "basic",
    currency: "GHS",
    timezone: "Africa/Accra",
  },
});

export const product = (
  part: Partial<ProductItem> & { id: string; name: string },
): ProductItem => ({
  description: null,
  price: 12,
  stock: 96,
  stock_exact: part.stock ?? 96,
  sku: null,
  barcodes: [],
  category: null,
  unit: null,
  cost: null,
  reorder_point: null,
  archived: false,
  version: 1,
  created_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-01T08:00:00Z",
  ...part,
});

export const milk = product({ id: "p-milk", name: "Peak Milk 400g", price: 68, stock: 6 });
export const paste = product({ id: "p-paste", name: "Gino Tomato Paste 210g" });
export const noodles = product({
  id: "p-noodles",
  name: "Indomie Onion 70g",
  price: 4.5,
  stock: 212,
});
export const sardines = product({
  id: "p-sardines",
  name: "Titus Sardines 125g",
  price: 16,
  stock: 0,
});

export const kwame: CustomerItem = {
  id: "c-kwame",
  first_name: "Kwame",
  last_name: "Boateng",
  email: null,
  phone: "024 811 4470",
  address: null,
  archived: false,
  version: 1,
  created_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-01T08:00:00Z",
};

export const abena: CustomerItem = {
  ...kwame,
  id: "01990000-0000-7000-8000-000018d94ba6",
  first_name: "Abena",
  last_name: "Osei",
  email: "abena@oseicatering.example",
  phone: "055 602 7719",
  address: "22 Lagos Avenue, East Legon",
};

export const sale = (part: Partial<SaleItem> & { id: string }): SaleItem => ({
  receipt_number: "1-000001",
  customer_id: null,
  first_name: null,
  last_name: null,
  total_amount: 149,
  tax_amount: 0,
  currency: "GHS",
  created_at: "2026-11-21T11:42:00Z",
  occurred_at: "2026-11-21T11:42:00Z",
  recorded_at: "2026-11-21T11:42:00Z",
  item_count: 2,
  unit_count: 3,
  payment_method: "cash",
  items: [],
  possible_duplicate_of: null,
  ...part,
});

export const soldMilk: SaleDetail["items"][number] = {
  product_id: milk.id,
  name: milk.name,
  quantity: 1,
  unit_price: 68,
  list_price: 68,
  total: 68,
  discount: 0,
  tax: 0,
  oversold: false,
  per_unit: null,
};

/** 104 cedis for milk and paste, paid with 110 in cash. */
export const saleDetail = (part: Partial<SaleDetail> & { id: string }): SaleDetail => ({
  ...sale({ id: part.id, receipt_number: "1-1-42", total_amount: 104, tax_amount: 13.57 }),
  business_date: "2026-11-21",
  cashier_id: "user-cashier",
  cashier_name: "Kofi Asante",
  notes: null,
  discount_amount: 0,
  tax: {
    mode: "inclusive",
    rate: 15,
    amount: 13.57,
    parts: [{ name: "VAT", rate: 15, amount: 13.57 }],
  },
  tenders: [
    { method: "cash", amount: 104, given: 110, change: 6, status: "confirmed", reference: null },
  ],
  items: [
    soldMilk,
    {
      ...soldMilk,
      product_id: paste.id,
      name: paste.name,
      quantity: 3,
      unit_price: 12,
      list_price: 12,
      total: 36,
    },
  ],
  voided: false,
  voided_at: null,
  void_reason: null,
  ...part,
});

export const business: BusinessSettings = {
  business_name: "Adom Provisions",
  phone: "024 455 0182",
  email: null,
  address: "14 Oxford Street, Osu, Accra",
  currency: "GHS",
  timezone: "Africa/Accra",
  tax_rate: 15,
  tax_profile: "registered",
  tin: null,
  tax_mode: "inclusive",
  receipt_footer: "Thank you. Come again!",
  oversell_policy: "block",
  offline_days: 14,
  offline_approval_limit: 200,
  discount_limit: 0,
  email_provider: "none",
  payment_provider: "none",
  receipt_links: true,
  cashiers_see_takings: false,
  version: 1,
};

export const settings: Settings = { business, notifications: null };

/** Of a shop whose owner shows the takings to cashiers. */
export const showingTakings: Settings = {
  ...settings,
  business: { ...business, cashiers_see_takings: true },
};

export const dashboard = (part: Partial<Dashboard> = {}): Dashboard => ({
  totalSales: 47_352.5,
  totalOrders: 1_246,
  totalCustomers: 318,
  totalProducts: 164,
  currency: "GHS",
  otherCurrencies: [],
  period: "30",
  from: null,
  to: null,
  growth: null,
  recentSales: [],
  lowStockProducts: [],
  ...part,
});

/** Seven days up to 26 November, by the takings of the last two. */
export const weekOf = (yesterday: number, total: number): Today["days"] =>
  ["20", "21", "22", "23", "24", "25", "26"].map((day, index) => ({
    day: `2026-11-${day}`,
    orders: index,
    total: [0, 120, 60, 240, 0, yesterday, total][index] ?? 0,
  }));

export const today = (part: Partial<Today> = {}): Today => ({
  currency: "GHS",
  days: weekOf(900, 620.5),
  methods: [
    { payment_method: "cash", total: 400 },
    { payment_method: "mobile_money", total: 220.5 },
  ],
  yesterday_by_now: 500,
  ...part,
});

/** Those of a shop that has done nothing yet. */
export const NO_STEPS: FirstSteps = {
  products: false,
  receipt: false,
  stock_rule: false,
  sale: false,
  staff: false,
  hidden: false,
};

/** All done. */
export const firstSteps = (): FirstSteps => ({
  products: true,
  receipt: true,
  stock_rule: true,
  sale: true,
  staff: true,
  hidden: false,
});
