import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import {
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";

const LIMIT = 5;
let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants({ messagesPerHour: LIMIT });
});
afterAll(() => shops.close());

const MESSAGE = {
  first_name: "Efua",
  last_name: "Boateng",
  email: "efua@mail.example",
  company: "",
  subject: "support",
  message: "How do I print a receipt?",
};
const write = (more: object = {}, headers: Record<string, string> = {}) =>
  shops.ask("POST", "/api/v1/contact", { as: "anonymous", body: { ...MESSAGE, ...more }, headers });
const received = () =>
  shops.query<{ data: string; tenant_id: string }>(
    "select data::text as data, tenant_id from es.events where type = 'ContactMessageReceived'",
  );

test("SITE-13: a guest's message is stored sealed in the platform's log, at most 5 an hour from an address", async () => {
  const tooShort = await write({ message: "Too short" });
  expect(tooShort.body).toMatchObject({
    error: "message: Message must be at least 10 characters",
  });
  expect((await write({ subject: "" })).body).toMatchObject({
    error: "subject: Please select a subject",
  });

  const headers = { "idempotency-key": randomUUID() };
  for (let time = 0; time < 2; time++) {
    expect((await write({}, headers)).body).toEqual({
      success: true,
      message: "Message sent successfully! We'll get back to you soon.",
    });
  }
  const [message, ...others] = await received();
  expect(others).toEqual([]);
  expect(message?.tenant_id).toBe(PLATFORM_TENANT_ID);
  expect(message?.data).toContain('"subject":"support"');
  for (const secret of ["Efua", "Boateng", "efua@", "receipt"]) {
    expect(message?.data).not.toContain(secret);
  }

  const statuses: number[] = [];
  for (let time = 0; time < LIMIT; time++) statuses.push((await write()).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await received()).toHaveLength(4);
  process.stdout.write(`5 messages of ${2 + statuses.length} accepted from one address
`);
});
