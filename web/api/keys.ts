/** Query keys, all of them: what a write makes stale is named by these. */
export const keys = {
  dashboard: {
    all: ["dashboard"] as const,
    period: (period: string) => ["dashboard", period] as const,
  },
  /** Sums of the same things as the dashboard's: what makes those stale makes these stale. */
  reports: {
    summary: (span: string) => ["dashboard", "reports", "summary", span] as const,
    by: (thing: string, span: string) => ["dashboard", "reports", thing, span] as const,
  },
  products: {
    all: ["products"] as const,
    archived: ["products", "archived"] as const,
    movements: (id: string) => ["products", id, "movements"] as const,
  },
  sales: {
    all: ["sales"] as const,
    page: (asked: string) => ["sales", "page", asked] as const,
    one: (id: string) => ["sales", id] as const,
  },
  customers: { all: ["customers"] as const, archived: ["customers", "archived"] as const },
  settings: { all: ["settings"] as const },
  account: {
    all: ["account"] as const,
    own: ["account", "own"] as const,
    sessions: ["account", "sessions"] as const,
    deletion: ["account", "deletion"] as const,
    looks: ["account", "looks"] as const,
  },
  staff: { all: ["staff"] as const },
  subscription: { all: ["subscription"] as const },
  mailLog: { all: ["mail-log"] as const },
  platform: {
    all: ["platform"] as const,
    stats: (period: string) => ["platform", "stats", period] as const,
    tenants: ["platform", "tenants"] as const,
    tenantPage: (asked: string) => ["platform", "tenants", asked] as const,
    inbox: (page: number) => ["platform", "inbox", page] as const,
    activity: (limit: number) => ["platform", "activity", limit] as const,
    allActivity: ["platform", "activity", "all"] as const,
    accessLog: (page: number) => ["platform", "access-log", page] as const,
    mails: ["platform", "mails"] as const,
    mailPage: (asked: string) => ["platform", "mails", asked] as const,
    health: ["platform", "health"] as const,
    analytics: ["platform", "analytics"] as const,
    revenue: ["platform", "revenue"] as const,
    database: ["platform", "database"] as const,
    parked: ["platform", "parked"] as const,
    settings: ["platform", "settings"] as const,
  },
  notifications: {
    all: ["notifications"] as const,
    change: ["notification-change"] as const,
  },
  prices: { all: ["prices"] as const },
  publicSettings: { all: ["public-settings"] as const },
} as const;
