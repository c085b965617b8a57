const KEPT = ["kept"] as const;

/** All query keys. Writes use them to name the queries that they make stale. */
export const keys = {
  dashboard: {
    all: ["dashboard"] as const,
    of: (span: string) => ["dashboard", span] as const,
    today: ["dashboard", "today"] as const,
  },
  /** Reports and dashboard sum the same data, so they become stale together. */
  reports: {
    summary: (span: string) => ["dashboard", "reports", "summary", span] as const,
    by: (thing: string, span: string) => ["dashboard", "reports", thing, span] as const,
  },
  lineage: (query: string) => ["dashboard", "lineage", query] as const,
  products: {
    all: ["products"] as const,
    archived: ["products", "archived"] as const,
    movements: (id: string) => ["products", id, "movements"] as const,
  },
  sales: {
    all: ["sales"] as const,
    page: (query: string) => ["sales", "page", query] as const,
    sums: (query: string) => ["sales", "sums", query] as const,
    one: (id: string) => ["sales", id] as const,
  },
  customers: { all: ["customers"] as const, archived: ["customers", "archived"] as const },
  issues: { all: ["issues"] as const },
  audit: {
    events: (query: string) => ["audit", "events", query] as const,
    event: (seq: number) => ["audit", "event", seq] as const,
    story: (about: string) => ["audit", "story", about] as const,
    activity: (span: string) => ["audit", "activity", span] as const,
    candidates: (text: string) => ["audit", "candidates", text] as const,
    checkpoints: ["audit", "checkpoints"] as const,
  },
  settings: { all: ["settings"] as const },
  account: {
    all: ["account"] as const,
    own: ["account", "own"] as const,
    sessions: ["account", "sessions"] as const,
    deletion: ["account", "deletion"] as const,
    accessLog: ["account", "access-log"] as const,
  },
  staff: { all: ["staff"] as const },
  subscription: { all: ["subscription"] as const },
  mailLog: { all: ["mail-log"] as const },
  platform: {
    all: ["platform"] as const,
    stats: (period: string) => ["platform", "stats", period] as const,
    tenants: ["platform", "tenants"] as const,
    tenantPage: (query: string) => ["platform", "tenants", query] as const,
    inbox: (page: number) => ["platform", "inbox", page] as const,
    activity: (limit: number) => ["platform", "activity", limit] as const,
    allActivity: ["platform", "activity", "all"] as const,
    accessLog: (page: number) => ["platform", "access-log", page] as const,
    mails: ["platform", "mails"] as const,
    mailPage: (query: string) => ["platform", "mails", query] as const,
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
  /** Answers of last time, read from the device. */
  keptAll: KEPT,
  kept: (path: string) => [...KEPT, path] as const,
  publicSettings: { all: ["public-settings"] as const },
} as const;
