import * as z from "zod/mini";

/** The fields that the specification says its client reads, and no others. */
export const Id = z.object({ id: z.string() });

export const Made = z.object({ id: z.string(), created_at: z.iso.datetime() });

export const Products = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.nullish(z.string()),
    price: z.number(),
    stock: z.int(),
  }),
);

export const Customers = z.array(
  z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.nullish(z.string()),
    phone: z.nullish(z.string()),
    address: z.nullish(z.string()),
  }),
);

const named = { first_name: z.nullish(z.string()), last_name: z.nullish(z.string()) };

export const Sales = z.array(
  z.object({
    id: z.string(),
    ...named,
    total_amount: z.number(),
    created_at: z.iso.datetime(),
    item_count: z.int(),
    payment_method: z.string(),
  }),
);

const totals = {
  totalSales: z.number(),
  totalOrders: z.int(),
  totalCustomers: z.int(),
  totalProducts: z.int(),
  lowStockProducts: z.array(z.object({ name: z.string(), price: z.number(), stock: z.int() })),
};

const summary = {
  monthlyTrend: z.array(
    z.object({ month: z.string(), monthly_sales: z.number(), monthly_orders: z.int() }),
  ),
  topProducts: z.array(
    z.object({ name: z.string(), total_sold: z.int(), total_revenue: z.number() }),
  ),
} as const;

export const Dashboard = z.object({ ...totals, ...summary, recentSales: Sales });

export const Report = z.object({
  ...totals,
  ...summary,
  recentSales: z.array(
    z.object({ ...named, created_at: z.iso.datetime(), total_amount: z.number() }),
  ),
});

export const NotificationSettings = z.looseObject({
  email_notifications: z.boolean(),
  low_stock_alerts: z.boolean(),
  sales_reports: z.boolean(),
  payment_notifications: z.boolean(),
  system_alerts: z.boolean(),
  customer_notifications: z.boolean(),
  low_stock_threshold: z.int(),
  report_frequency: z.string(),
  email_time: z.string(),
});

export const Logs = z.object({
  notifications: z.array(
    z.object({
      subject: z.string(),
      to_email: z.string(),
      sent_at: z.nullish(z.string()),
      status: z.string(),
    }),
  ),
});

export const Stats = z.object({
  totalTenants: z.int(),
  monthlyGrowth: z.number(),
  totalRevenue: z.number(),
  systemUptime: z.nullish(z.number()),
  pendingApprovals: z.int(),
  criticalIssues: z.int(),
  systemHealth: z.object({
    cpu: z.nullish(z.number()),
    memory: z.nullish(z.number()),
    disk: z.nullish(z.number()),
    network: z.nullish(z.number()),
    database: z.nullish(z.number()),
    api: z.nullish(z.number()),
  }),
});

export const Tenants = z.object({
  tenants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.nullish(z.string()),
      phone: z.nullish(z.string()),
      address: z.nullish(z.string()),
      plan: z.string(),
      status: z.string(),
      users: z.int(),
      revenue: z.number(),
      last_login: z.nullish(z.string()),
      growth: z.number(),
    }),
  ),
});

export const Activity = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    status: z.string(),
    message: z.string(),
    time: z.string(),
  }),
);
