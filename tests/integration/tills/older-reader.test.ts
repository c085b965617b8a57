import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { deliver } from "#command-api/mail/deliver.ts";
import { enrolTill } from "#command-api/till/enrol-till.ts";
import { EVENT_FORMAT, EVENT_TYPES, formatOf } from "#kernel/contract/event-types.ts";
import { CommandId, MailId, SYSTEM_ID, UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import {
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";
import { newPublicKey } from "#tests/kit/builders/till-key.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";
import { BEFORE_TILLS, writeOlderBuild } from "#tests/kit/product/older-build.ts";
import { startProductProcess } from "#tests/kit/product/product-processes.ts";
import { until } from "#tests/kit/product/sales-load.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";

// This command API beside a projector and a query API of the build before tills.

const WITHIN_MS = 30_000;

let folder: string;
let shops: TwoTenants;
let projector: ServiceProcess;
let queryApi: ServiceProcess;

beforeAll(async () => {
  folder = await writeOlderBuild(BEFORE_TILLS);
  shops = await openTwoTenants();
  const around = {
    adminUrl: shops.adminUrl,
    env: { DATA_KEY: shops.dataKey.toString("base64") },
  };
  const start = async (service: string): Promise<ServiceProcess> => {
    const process = await startProductProcess(service, around);
    await process.replace(folder);
    return process;
  };
  projector = await start("projector");
  queryApi = await start("query-api");
}, 180_000);
afterAll(async () => {
  await Promise.all([projector.stop(), queryApi.stop()]);
  await shops.close();
  await rm(folder, { recursive: true });
});

const enrol = () =>
  shops.ask("POST", "/api/v1/tills", {
    as: "owner",
    body: { name: "Front counter", public_key: newPublicKey() },
  });
const change = (body: object) =>
  shops.ask("PUT", "/api/v1/settings/business", { as: "owner", body });

const parked = () =>
  shops.query<{ tenant_id: string; projection: string }>(
    "select tenant_id, projection from rm.projection_parked order by projection",
  );
const caughtUp = () =>
  until(
    "the older projector has every event",
    async () => {
      const [row] = await shops.query<{ done: boolean }>(
        `select coalesce(bool_and(c.seq = h.seq), false) as done
           from es.tenant_heads h
           join rm.checkpoints c on c.tenant_id = h.tenant_id and c.projection = 'products'
          where h.seq > 0`,
      );
      return row?.done === true;
    },
    WITHIN_MS,
  );

const UPDATING = failure(
  "server-updating",
  "The server is being updated. Please try again in a moment.",
);

const expectRefused = async (): Promise<void> => {
  for (const answer of [
    await enrol(),
    await change({ offline_days: 7 }),
    await change({ offline_approval_limit: 50 }),
    await change({ first_steps_hidden: true }),
    await change({ receipt_links: false }),
    await change({ tax_profile: "registered" }),
    await change({ tax_mode: "exclusive" }),
    await change({ tax_profile: "registered", tin: "C0001234567" }),
    await change({ cashiers_see_takings: true }),
    await shops.ask("POST", "/api/products.php", {
      as: "owner",
      body: { name: "Jollof", price: 4.5, stock: 0, track_stock: false },
    }),
    await shops.ask("POST", "/api/products.php", {
      as: "owner",
      body: { name: "Bread", price: 4.5, stock: 5, tax_category: "exempt" },
    }),
  ]) {
    expect([answer.status, answer.body]).toEqual([503, UPDATING]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
};

/** An email of a kind that older processes do not know. */
const deliverNotice = () =>
  deliver(
    {
      store: createEventStore(shops.as("cmd_writer")),
      sealer: sealerOver(shops.as("cmd_writer")),
      clock: Date.now,
    },
    {
      tenantId: shops.tenantId,
      actorId: SYSTEM_ID,
      mailId: MailId.parse(newId()),
      kind: "tax-threshold",
      to: { address: "owner@shops.example", subjectId: newId() },
      letter: { subject: "Near", text: "Near", html: "Near" },
      mailer: { send: () => Promise.resolve("sent") },
      attempt: "1",
      isLastAttempt: false,
    },
  );

test("TILL-120: nothing that an older process cannot read is written while it runs", async () => {
  await expectRefused();
  await expect(deliverNotice()).rejects.toThrow("an older process reads the log");
  // Everything else goes on, and the older projector follows it.
  const product = await shops.addProduct("Milo", 5);
  expect((await shops.sell([[product, 1]])).status).toBe(200);
  expect((await change({ tax_rate: 15 })).status).toBe(200);
  await caughtUp();
  expect(await parked()).toEqual([]);

  await projector.stop();
  await expectRefused();
  await queryApi.stop();
  await until("a till is added", async () => (await enrol()).status === 200, WITHIN_MS);
  expect((await change({ offline_days: 7 })).status).toBe(200);
}, 120_000);

test("without this rule the older projector parks the tenant", async () => {
  await projector.restart();
  await until(
    "the older projector meets a till",
    async () => (await parked()).length > 0,
    WITHIN_MS,
  );
  expect((await parked()).map(({ tenant_id: tenantId }) => tenantId)).toContain(shops.tenantId);
  // A store that does not ask who reads the log writes on.
  const { readers: _, ...careless } = createEventStore(shops.as("cmd_writer"));
  const context = {
    tenantId: shops.foreignTenantId,
    actorId: UserId.parse(newId()),
    commandId: CommandId.parse(newId()),
    requestHash: Buffer.alloc(32),
    meta: { source: "web" as const },
    occurredMs: Date.now(),
  };
  const till = { name: "Front counter", publicKey: newPublicKey(), active: true };
  expect(await enrolTill(careless, context, till)).toMatchObject({ till: 2 });
  await until(
    "the other tenant is parked",
    async () => (await parked()).some((row) => row.tenant_id === shops.foreignTenantId),
    WITHIN_MS,
  );
}, 120_000);

test("TILL-120: every event type that the older build lacks is of a newer format", () => {
  const source = readFileSync(join(folder, "kernel/contract/event-types.ts"), "utf8");
  const older = new Set([...source.matchAll(/type: "(\w+)"/g)].map(([, type]) => type));
  expect(older.size).toBeGreaterThan(50);
  const newer = EVENT_TYPES.filter(({ type }) => !older.has(type)).map(({ type }) => type);
  expect(newer).toContain("TillEnrolled");
  expect(newer.filter((type) => formatOf(type) < 2 || formatOf(type) > EVENT_FORMAT)).toEqual([]);
});
