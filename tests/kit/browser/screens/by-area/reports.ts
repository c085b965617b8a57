import type { Screen } from "#tests/kit/browser/screens/screen.ts";

const reports = { who: "owner", heading: "Reports & Analytics", plainMoney: true } as const;

/** The sales reports, in each of their views. */
export const REPORT_SCREENS: readonly Screen[] = [
  {
    ...reports,
    name: "reports",
    path: "/app/reports",
    reads: "/api/sales/reports.php",
    says: [
      "Last 7 days",
      "Last 30 days",
      "Last 90 days",
      "Last year",
      "Export",
      "Total Sales",
      "Total Orders",
      "Total Customers",
      "Total Products",
      "Monthly Sales Trend",
      "Top Selling Products",
      "Recent Sales",
      "Low Stock Alert",
    ],
  },
  {
    ...reports,
    name: "reports-range",
    path: "/app/reports?from=2026-09-01&to=2026-11-20",
  },
  {
    ...reports,
    name: "reports-export",
    path: "/app/reports?export=1",
    heading: "Export reports",
  },
  ...["hour", "product", "staff", "payment-method"].map((thing) => ({
    ...reports,
    name: `reports-${thing}`,
    path: `/app/reports?by=${thing}`,
  })),
];
