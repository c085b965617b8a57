/** Query keys, all of them: what a write makes stale is named by these. */
export const keys = {
  dashboard: {
    all: ["dashboard"] as const,
    period: (period: string) => ["dashboard", period] as const,
  },
  products: {
    all: ["products"] as const,
    movements: (id: string) => ["products", id, "movements"] as const,
  },
  sales: { all: ["sales"] as const },
  customers: { all: ["customers"] as const },
  prices: { all: ["prices"] as const },
} as const;
