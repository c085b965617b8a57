import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { handleCommand } from "#command-api/event-store/handle-command.ts";
import { signTenant } from "#command-api/event-store/head-signer/sign-tenant.ts";
import {
  type DueHead,
  publishKeys,
} from "#command-api/event-store/head-signer/signed-head-rows.ts";
import { systemContext } from "#command-api/event-store/system-context.ts";
import { StreamId, SYSTEM_ID } from "#kernel/contract/ids.ts";
import { openSignedHead, originOf } from "#kernel/verify/signed-head.ts";
import { verifierKey } from "#kernel/verify/signed-note.ts";
import { PUBLIC_URL } from "#tests/integration/command-api/routes/two-tenants.ts";
import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

import { openReacting, type Reacting, until } from "./reacting.ts";

const DAY_MS = 86_400_000;

let apis: Reacting;
beforeAll(async () => {
  apis = await openReacting();
});
afterAll(() => apis.close());

describe("emails after events", () => {
  const textTo = async (email: string, subject: string): Promise<string> => {
    const find = () =>
      apis.mailSink.sentTo(email).find((mail) => mail.email.subject?.includes(subject));
    await until(() => expect(find()).toBeDefined());
    return find()?.email.text ?? "";
  };

  test("a reset link leads to the public URL, whatever the Host header", async () => {
    const answer = await apis.ask("POST", "/api/v1/auth/forgot-password", {
      as: "anonymous",
      body: { email: apis.ownerEmail },
      headers: { host: "evil.example" },
    });
    expect(answer.status).toBe(200);
    const text = await textTo(apis.ownerEmail, "Reset your Tillbook password");
    const [, token = ""] = /reset-password\?token=([\w-]{43})/.exec(text) ?? [];
    expect(text).toContain(`${PUBLIC_URL}/auth/reset-password?token=${token}`);
    expect(text).not.toContain("evil");
    const [kept] = await apis.query<{ found: number }>(
      `select (select count(*) from es.events where data::text like $1 or meta::text like $1)::int
            + (select count(*) from jobs.job where data::text like $1)::int as found`,
      [`%${token}%`],
    );
    expect(kept).toEqual({ found: 0 });

    const reset = await apis.ask("POST", "/api/v1/auth/reset-password", {
      as: "anonymous",
      body: { token, password: "another horse" },
    });
    expect(reset.status).toBe(200);
    await textTo(apis.ownerEmail, "password was changed");
  });

  test("an invitation reaches a person without an account", async () => {
    const email = `${randomUUID()}@staff.example`;
    const invited = await apis.ask("POST", "/api/v1/staff", {
      as: "foreign owner",
      body: { email, role: "cashier" },
    });
    expect([invited.status, invited.text]).toEqual([200, expect.any(String)]);
    expect(await textTo(email, "You are invited to Foreign shop")).toMatch(
      /auth\/accept-invitation\?token=[\w-]{43}/,
    );
  });

  test("an email that is not accepted is retried, and the log says failed only at the end", async () => {
    const email = `${randomUUID()}@staff.example`;
    apis.mailSink.refuse(451, 451);
    await apis.ask("POST", "/api/v1/staff", {
      as: "foreign owner",
      body: { email, role: "manager" },
    });
    await textTo(email, "You are invited");
    await until(async () => {
      const types = await apis.query<{ type: string }>(
        `select type from es.events where type like 'Mail%' and stream_id = (
           select stream_id from es.events where type = 'MailRequested' order by recorded_ms desc limit 1)
          order by seq`,
      );
      expect(types.map(({ type }) => type)).toEqual([
        "MailRequested",
        "MailFailed",
        "MailFailed",
        "MailAccepted",
      ]);
    });
    expect(apis.mailSink.sentTo(email)).toHaveLength(1);
  });
});

test("a deleted tenant's provider credentials are deleted, and no other tenant's", async () => {
  await apis.query(
    `insert into es.providers (tenant_id, kind, sealed, connected_ms)
     select t, k, '', 1 from unnest($1::uuid[]) t, unnest(array['smtp', 'paystack']) k`,
    [[apis.tenantId, apis.foreignTenantId]],
  );
  const tenantId = apis.foreignTenantId;
  const streamId = StreamId.parse(tenantId);
  const doing = { tenantId, actorId: SYSTEM_ID, about: tenantId, what: "the end", nowMs: 1 };
  await handleCommand<never>(apis.service.store, systemContext(doing), {
    streams: [streamId],
    decide: ([head]) => [
      {
        streamId,
        streamType: "tenant",
        expected: head?.version ?? 0,
        event: { type: "AccountDeleted", data: { tenantId } },
      },
    ],
  });
  await until(async () =>
    expect(await apis.query("select distinct tenant_id from es.providers")).toEqual([
      { tenant_id: apis.tenantId },
    ]),
  );
  await apis.query("delete from es.providers");
});

/** As the signer does, the other tenant first, whose note must not be sent. */
async function signBoth() {
  const [relay, keys] = [apis.as("relay", 1), madeSignedHeadKeys()];
  await publishKeys(relay, keys.publicKeys, Date.now());
  for (const tenantId of [apis.foreignTenantId, apis.tenantId]) {
    const [head] = await apis.query<DueHead>(
      `select tenant_id as "tenantId", seq::int, chain from es.tenant_heads where tenant_id = $1`,
      [tenantId],
    );
    if (head) await signTenant(relay, head, { keys, clock: Date.now });
  }
  return keys.publicKeys[0] ?? Buffer.alloc(0);
}

test("NSET-14: yesterday's report is sent at nine local time, with the newest signed head", async () => {
  const reports = () =>
    apis.mailSink.received.filter(({ email }) => email.subject?.includes("daily sales report"));
  // The owner's sessions ended with the password change.
  const as = "manager";
  const body = { report_frequency: "daily" };
  await apis.ask("PUT", "/api/v1/settings/notifications", { as, body });
  await apis.sellSome(await apis.addProduct("Reported", 1000, as), 2, as);
  await apis.settled();
  expect(reports()).toEqual([]);
  const raw = await signBoth();

  const tomorrow = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  apis.time.aheadMs = tomorrow + 9 * 3_600_000 + 1_000 - Date.now();
  await until(() => expect(reports()).toHaveLength(1));
  const [letter] = reports();
  const text = (letter?.email.text ?? "").replaceAll("\r\n", "\n");
  expect(text).toMatch(/Total Sales\s+GH₵/);

  const note = /^tillbook\/[\s\S]+?\n\n— .+\n/m.exec(text)?.[0] ?? "";
  expect(openSignedHead(note, apis.tenantId, [raw])?.treeSize).toBeGreaterThan(5);
  expect(text).toContain(`\n${verifierKey(originOf(apis.tenantId), raw)}\n`);
  expect(text).toContain(`/checkpoints/${apis.tenantId}`);
  expect(letter?.email.html).toContain("<pre>tillbook/");
});

test("TAX-08: the owner is notified, in the app and by email, before the shop must register", async () => {
  const day = new Date(Date.now() + apis.time.aheadMs).toISOString().slice(0, 10);
  await apis.query(
    `insert into rm.rm_daily_totals (tenant_id, day, currency, orders, total_minor, tax_minor)
     values ($1, $2, 'GHS', 1, 61000000, 0)
     on conflict (tenant_id, day, currency) do update set total_minor = excluded.total_minor`,
    [apis.tenantId, day],
  );
  apis.time.aheadMs += DAY_MS;
  const letters = () =>
    apis.mailSink.received.filter(({ email }) => email.subject?.startsWith("VAT Registration"));
  await until(() => expect(letters()).toHaveLength(1));
  const [letter] = letters();
  expect(letter?.email.text?.replaceAll(/\s+/g, " ")).toContain(
    "passed GH₵600,000.00. A business that sells products must register for VAT when they reach GH₵750,000.00.",
  );
  expect(letter?.email.text).toContain(`${PUBLIC_URL}/app/settings?tab=business`);
  // A shop may have several owners; each has one.
  const raised = await apis.query(
    `select e.tenant_id as tenant, m.role, e.data ->> 'title' as title, e.data ->> 'action' as action,
            count(*) = count(distinct m.user_id) as once
       from es.events e
       join auth.memberships m on m.tenant_id = e.tenant_id and m.user_id::text = e.data ->> 'userId'
      where e.type = 'NotificationRaised' and e.data ->> 'title' like 'VAT%'
      group by 1, 2, 3, 4`,
  );
  expect(raised).toEqual([
    {
      tenant: apis.tenantId,
      role: "owner",
      title: "VAT Registration Is Near",
      action: "View Tax Settings",
      once: true,
    },
  ]);
});
