import { describe, expect, test } from "vitest";

import { PACKAGE_USERS, MATRIX } from "./matrix.ts";
import { readSource, sourceFiles } from "./source-files.ts";
import { rowOf, violations } from "./violations.ts";

const forbidden: readonly [path: string, source: string][] = [
  ["kernel/contract/money.ts", `import { readConfig } from "#kernel/node/config/read-config.ts"`],
  ["kernel/contract/money.ts", `import { readFileSync } from "node:fs"`],
  ["kernel/contract/money.ts", `import { z } from "zod"`],
  ["kernel/contract/api/sale.ts", `import { Tender } from "#kernel/contract/events/sale.ts"`],
  ["kernel/contract/events/sale.ts", `import * as z from "zod/mini"`],
  ["web/api/sales.ts", `import type { Tender } from "#kernel/contract/events/sale.ts"`],
  ["kernel/node/http/server.ts", `import { sale } from "#command-api/sale/sale.ts"`],
  ["kernel/node/http/server.ts", `import { build } from "#tests/kit/build.ts"`],
  ["kernel/node/mail.ts", `import { leafOf } from "#kernel/verify/hashes.ts"`],
  ["kernel/verify/bundle.ts", `import { sale } from "#command-api/sale/sale.ts"`],
  ["kernel/verify/bundle.ts", `import { diagnose } from "#standalone/operator/audit/diagnose.ts"`],
  ["kernel/verify/bundle.ts", `import pg from "pg"`],
  ["command-api/app.ts", `import { consume } from "#projector/consume.ts"`],
  ["command-api/reactions/reactions.ts", `import { consume } from "#projector/consume.ts"`],
  ["command-api/sale/sale.ts", `import { product } from "#command-api/product/product.ts"`],
  ["command-api/sale/sale.ts", `import { Sales } from "#query-api/sale/sales.query.ts"`],
  ["command-api/sale/sale.ts", `import { Accounts } from "#command-api/account-store/deps.ts"`],
  ["command-api/account-store/caller.ts", `import { staff } from "#command-api/staff/staff.ts"`],
  ["command-api/staff/staff.ts", `import { tenant } from "#command-api/tenant/tenant.ts"`],
  ["command-api/tenant/tenant.ts", `import { signIn } from "#command-api/sign-in/sign-in.ts"`],
  ["command-api/support/support.ts", `import { signIn } from "#command-api/sign-in/sign-in.ts"`],
  ["command-api/sign-in/sign-in.ts", `import { staff } from "#command-api/staff/staff.ts"`],
  ["command-api/till/till.ts", `import { staff } from "#command-api/staff/staff.ts"`],
  ["command-api/approval/approval.ts", `import { sale } from "#command-api/sale/sale.ts"`],
  ["command-api/event-store/append.ts", `import { sale } from "#command-api/sale/sale.ts"`],
  ["command-api/event-store/append.ts", `import { createApp } from "#command-api/app.ts"`],
  ["command-api/http/command-context.ts", `import { sale } from "#command-api/sale/sale.ts"`],
  ["command-api/tenant-rules/trial-period.ts", `import { app } from "#command-api/app.ts"`],
  ["command-api/migrate/migrate.ts", `import { consume } from "#projector/consume.ts"`],
  ["projector/consume.ts", `import { append } from "#command-api/event-store/append.ts"`],
  ["projector/projections/sales/sales.ts", `import { rebuild } from "#projector/rebuild.ts"`],
  ["projector/projections/sales/sales.ts", `import { clock } from "#kernel/node/time.ts"`],
  ["projector/projections/sales/sales.ts", `import { readFileSync } from "node:fs"`],
  ["query-api/app.ts", `import { consume } from "#projector/consume.ts"`],
  ["web/server/proxy.ts", `import { app } from "#query-api/app.ts"`],
  ["web/server/proxy.ts", `import { links } from "#web/links.ts"`],
  ["web/vite.config.ts", `import { links } from "#web/links.ts"`],
  ["web/worker/sw.ts", `import { request } from "#web/api/http-client.ts"`],
  ["web/theme/theme.css.ts", `import { Button } from "#web/ui/button/button.tsx"`],
  ["web/ui/button/button.tsx", `import { request } from "#web/api/http-client.ts"`],
  ["web/ui/button/button.tsx", `import { z } from "zod"`],
  ["web/pages.ts", `import { Shell } from "#web/app/shell.tsx"`],
  ["web/links.ts", `import { lazy } from "react"`],
  ["web/format/days.ts", `import { session } from "#web/state/session.ts"`],
  ["web/state/session.ts", `import { request } from "#web/api/http-client.ts"`],
  ["web/api/keys.ts", `import { Button } from "#web/ui/button/button.tsx"`],
  ["web/device/device.ts", `import { request } from "#web/api/http-client.ts"`],
  ["web/sync/live.ts", `import { Button } from "#web/ui/button/button.tsx"`],
  ["web/lock/lock.ts", `import { Cart } from "#web/features/sell/cart/cart.tsx"`],
  ["web/till/engine.ts", `import { Button } from "#web/ui/button/button.tsx"`],
  ["web/ui/button/button.tsx", `import { Receipt } from "#web/parts/receipt.tsx"`],
  ["web/parts/receipt.tsx", `import { Cart } from "#web/features/sell/cart/cart.tsx"`],
  ["web/features/sell/till/till.ts", `import { Product } from "#web/features/products/product.ts"`],
  ["web/features/sell/till/till.ts", `import { Shell } from "#web/app/shell.tsx"`],
  ["web/features/sell/till/till.ts", `import { clock } from "#kernel/node/time.ts"`],
  ["web/main.tsx", `import { serve } from "#web/server/serve.ts"`],
  ["web/app/routes.tsx", `import { sale } from "#command-api/sale/sale.ts"`],
  ["web/app/routes.tsx", `import { readFileSync } from "node:fs"`],
  ["standalone/main.ts", `import { links } from "#web/links.ts"`],
  ["tests/unit/money.test.ts", `import { money } from "../../kernel/contract/money.ts"`],
  ["kernel/node/bus.ts", `import { Kafka } from "kafkajs"`],
  ["command-api/rate-limit.ts", `import { Redis } from "ioredis"`],
  ["projector/projector.ts", `import { Gauge } from "prom-client"`],
  ["web/features/sell/sell-screen.tsx", `import { Dialog } from "radix-ui"`],
  ["command-api/sale/sale.routes.ts", `import type { Pool } from "pg"`],
];

const allowed: readonly [path: string, source: string][] = [
  ["kernel/contract/money.ts", `import * as z from "zod/mini"`],
  ["kernel/contract/events/sale.ts", `import * as z from "zod"`],
  ["kernel/node/kafka/client.ts", `import { Kafka } from "kafkajs"`],
  [
    "kernel/verify/read-log.ts",
    `import type { Queryable } from "#kernel/node/postgres/connections.ts"`,
  ],
  ["standalone/operator/audit/verify.ts", `import { sale } from "#command-api/sale/sale.ts"`],
  ["command-api/app.ts", `import { saleRoutes } from "./sale/sale.routes.ts"`],
  ["command-api/reactions/reactions.ts", `import { mail } from "#command-api/mail/mail.ts"`],
  ["command-api/sale/sale.ts", `import { append } from "#command-api/event-store/append.ts"`],
  ["command-api/staff/staff.ts", `import { member } from "#command-api/account-store/member.ts"`],
  ["command-api/staff/staff.ts", `import { oneMoreUser } from "./plan-staff.ts"`],
  ["command-api/tenant/tenant.ts", `import { staff } from "#command-api/staff/staff.ts"`],
  ["command-api/sign-in/sign-in.ts", `import { codeOf } from "#command-api/credentials/totp.ts"`],
  ["command-api/sale/sale.ts", `import { total } from "./sale-total.ts"`],
  ["command-api/sale/sale.ts", `import { R } from "#command-api/tenant-rules/tenant-rules.ts"`],
  ["command-api/sale/sale.routes.ts", `import { H } from "#command-api/http/command-context.ts"`],
  ["command-api/event-store/append.ts", `import pg from "pg"`],
  [
    "projector/projections/sales/sales.ts",
    `import { SaleEvent } from "#kernel/contract/events/sale.ts"`,
  ],
  ["web/features/sell/till/till.ts", `import { links } from "#web/links.ts"`],
  ["web/server/page-modules.ts", `import { pageAt } from "#web/pages.ts"`],
  ["web/parts/receipt.tsx", `import { session } from "#web/state/session.ts"`],
  ["web/vite.config.ts", `import { chunkOfMany } from "./chunks.ts"`],
  ["web/ui/overlay/dialog.tsx", `import { Dialog } from "radix-ui"`],
  ["standalone/main.ts", `import { createCommandApi } from "#command-api/app.ts"`],
  ["standalone/main.ts", `const port = process.env["PORT"]`],
  ["web/api/http-client.ts", `const answer = fetch("/api/dashboard.php")`],
  ["tests/kit/services/services.ts", `import { Kafka } from "kafkajs"`],
];

test("every import points the allowed way", () => {
  const files = sourceFiles();
  expect(files.length, "the guard must see the code it guards").toBeGreaterThan(10);
  expect(files.flatMap((path) => violations(path, readSource(path)))).toEqual([]);
}, 60_000);

describe("the guard bites", () => {
  test.each(forbidden)("%s may not say: %s", (path, source) => {
    expect(violations(path, source)).toHaveLength(1);
  });

  test.each(allowed)("%s may say: %s", (path, source) => {
    expect(violations(path, source)).toEqual([]);
  });

  test.each([
    [`export { app } from "#query-api/app.ts"`],
    [`export * from "#query-api/app.ts"`],
    [`import "#query-api/app.ts"`],
    [`const app = await import("#query-api/app.ts")`],
    ["const app = await import(`#query-api/app.ts`)"],
    [`type App = import("#query-api/app.ts").App`],
    [`const app = await import(name)`],
    [`const answer = fetch("http://localhost")`],
    [`const answer = globalThis.fetch("http://localhost")`],
    [`const port = process.env["PORT"]`],
    [`const port = globalThis.process["env"].PORT`],
  ])("in whatever form it comes: %s", (source) => {
    expect(violations("projector/consume.ts", source)).toHaveLength(1);
  });

  test("on every row of the matrix", () => {
    const bitten = new Set(forbidden.map(([path]) => rowOf(path)));
    expect(MATRIX.filter((row) => !bitten.has(row))).toEqual([]);
  });

  test("on every package with named users", () => {
    const bitten = forbidden.map(([, source]) => source).join("\n");
    expect(Object.keys(PACKAGE_USERS).filter((name) => !bitten.includes(`"${name}"`))).toEqual([]);
  });

  test("on a file outside every area", () => {
    expect(violations("shared-things/money.ts", "")).toHaveLength(1);
  });
});
