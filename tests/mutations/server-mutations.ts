import type { Mutation } from "./mutation.ts";

export const SERVER_MUTATIONS: readonly Mutation[] = [
  {
    behaviour: "MONEY-02",
    file: "kernel/contract/money.ts",
    find: 'new Intl.NumberFormat("en-GH"',
    replace: 'new Intl.NumberFormat("en-US"',
    test: "tests/unit/kernel/contract/money.test.ts",
  },
  {
    behaviour: "MONEY-07",
    file: "kernel/contract/money.ts",
    find: "((numerator < 0n ? -numerator : numerator) * 2n + denominator)",
    replace: "((numerator < 0n ? -numerator : numerator) * 2n)",
    test: "tests/unit/kernel/contract/tax.test.ts",
  },
  {
    behaviour: "REP-04",
    file: "query-api/growth.ts",
    find: "if (before <= 0)",
    replace: "if (before < 0)",
    test: "tests/unit/query-api/growth.test.ts",
  },
  {
    behaviour: "RIGHT-02",
    file: "kernel/contract/rights.ts",
    find: '"write-products": ["owner", "manager"]',
    replace: '"write-products": ["owner", "manager", "cashier"]',
    test: "tests/web/products/product-list.test.tsx",
  },
  {
    behaviour: "API-02",
    file: "web/server/proxy-table.ts",
    find: '{ to: "nobody", status: 405, allow: "POST" }',
    replace: '{ to: "nobody", status: 404 }',
    test: "tests/integration/web-server/site.test.ts",
  },
  {
    behaviour: "STATE-16",
    file: "web/server/security-headers.ts",
    find: "\"require-trusted-types-for 'script'\",",
    replace: "",
    test: "tests/integration/web-server/site.test.ts",
  },
  {
    behaviour: "SALE-12",
    file: "kernel/contract/texts.ts",
    find: "`Insufficient stock for ${product}`",
    replace: "`Not enough of ${product}`",
    test: "tests/integration/command-api/routes/sales.test.ts",
  },
  {
    behaviour: "API-07",
    file: "query-api/sale/sale.routes.ts",
    find: "const LONGEST_LIST = 1_000;",
    replace: "const LONGEST_LIST = 1_001;",
    test: "tests/integration/query-api/lists.test.ts",
  },
  {
    behaviour: "DASH-08",
    file: "kernel/contract/rights.ts",
    find: '"see-reports": ["owner", "manager", "accountant", "auditor", "support"]',
    replace: '"see-reports": ["owner", "manager", "accountant", "auditor", "support", "cashier"]',
    test: "tests/integration/query-api/dashboard.test.ts",
  },
];
