const TEXT = "zprivileged";

/** What a caller may never decide, on any route. */
const NAMES: Readonly<Record<string, unknown>> = {
  tenant_id: "018f0a00-0000-7000-8000-0000000000ff",
  tenantId: "018f0a00-0000-7000-8000-0000000000ff",
  user_id: TEXT,
  userId: TEXT,
  actor_id: TEXT,
  actorId: TEXT,
  role: "super_admin",
  roles: ["owner"],
  is_admin: true,
  isAdmin: true,
  admin: TEXT,
  permissions: [TEXT],
  status: TEXT,
  plan: TEXT,
  created_at: "2001-01-01T00:00:00.000Z",
  updated_at: TEXT,
  recorded_at: TEXT,
  recorded_ms: 1,
  version: 99,
  seq: 99,
  total_amount: 0.01,
  total_minor: 1,
  tax_amount: 0,
  receipt_number: TEXT,
  cashier_id: TEXT,
  oversold: true,
  archived: TEXT,
  voided_ms: 1,
  password_hash: TEXT,
  email_verified: TEXT,
  balance: 1,
  aud: "platform",
};

/** Those that the route does not accept itself. */
export const privileged = (taken: readonly string[]): [string, unknown][] =>
  Object.entries(NAMES).filter(([name]) => !taken.includes(name));
