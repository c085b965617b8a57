import type { AccountView, SessionItem } from "#kernel/contract/api/account.ts";
import type { Settings } from "#kernel/contract/api/settings.ts";
import type { StaffItem } from "#kernel/contract/api/staff.ts";
import type { Subscription } from "#kernel/contract/api/subscription.ts";

import { succeeds, type FakeServer } from "./fake-server.ts";
import { business as shop } from "./shop.ts";

export const business: Settings["business"] = {
  ...shop,
  tax_rate: 0,
  tax_profile: "unregistered",
  receipt_footer: null,
  version: 3,
};

export const notifications: NonNullable<Settings["notifications"]> = {
  email_notifications: true,
  low_stock_alerts: true,
  sales_reports: true,
  payment_notifications: true,
  system_alerts: true,
  customer_notifications: false,
  low_stock_threshold: 10,
  report_frequency: "monthly",
  email_time: "09:00",
  version: 1,
};

export const settings = (part: Partial<Settings> = {}): Settings => ({
  business,
  notifications,
  ...part,
});

export const account = (part: Partial<AccountView> = {}): AccountView => ({
  id: "user-owner",
  email: "akosua@adom.example",
  first_name: "Akosua",
  last_name: "Mensah",
  phone: null,
  role: "owner",
  created_at: "2026-11-01T08:00:00Z",
  last_login_at: null,
  has_pin: false,
  two_factor: { is_on: false, is_required: false, recovery_codes_left: 0, must_set_up: false },
  ...part,
});

export const withTwoFactor = (part: Partial<AccountView["two_factor"]> = {}): AccountView =>
  account({
    two_factor: {
      is_on: true,
      is_required: false,
      recovery_codes_left: 10,
      must_set_up: false,
      ...part,
    },
  });

const ANDROID =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36";

export const hereNow: SessionItem = {
  id: "s-here",
  device: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
  place: "41.66.0.0/24",
  created_at: "2026-11-20T08:00:00Z",
  last_used_at: "2026-11-21T11:00:00Z",
  is_current: true,
};
export const onPhone: SessionItem = {
  ...hereNow,
  id: "s-phone",
  device: ANDROID,
  is_current: false,
};

/** All requests of the security tab. */
export function serveSecurity(server: FakeServer, own: AccountView): void {
  server.on("GET /api/v1/account", succeeds(own));
  server.on("GET /api/v1/sessions", succeeds([hereNow, onPhone]));
  server.on("GET /api/v1/access-log", succeeds([]));
  server.on("GET /api/v1/account-deletion", succeeds({ until: null }));
}

export const akosua: StaffItem = {
  id: "user-owner",
  first_name: "Akosua",
  last_name: "Mensah",
  email: "akosua@adom.example",
  role: "owner",
  status: "active",
  two_factor: true,
  joined_at: "2026-11-01T08:00:00Z",
  last_login_at: "2026-11-21T08:00:00Z",
  invited_at: null,
  expires_at: null,
  ends_on: null,
};
export const kofi: StaffItem = {
  ...akosua,
  id: "user-kofi",
  first_name: "Kofi",
  last_name: "Asante",
  email: "kofi@adom.example",
  role: "cashier",
  two_factor: false,
};
export const invited: StaffItem = {
  ...kofi,
  id: "user-new",
  first_name: "",
  last_name: "",
  email: "esi@adom.example",
  role: "manager",
  status: "invited",
  joined_at: null,
  last_login_at: null,
  invited_at: "2026-11-20T08:00:00Z",
  expires_at: "2999-11-27T08:00:00Z",
};

export const subscription: Subscription = {
  plan: "basic",
  is_trial: true,
  trial_until: "2026-12-05",
  limits: { products: null, sales_a_month: null, users: 10 },
  use: { products: 164, sales_this_month: 1_246, users: 3 },
};
