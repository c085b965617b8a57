import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import { InboxMessage, MailItem, pageOf } from "#kernel/contract/api/platform/lists.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";

let apis: Apis;

beforeAll(async () => {
  apis = await openApis({ reacts: true });
});
afterAll(() => apis.close());

const REFUSED = 550;
const Mails = z.object({ data: pageOf(MailItem) });
const Inbox = z.object({ data: pageOf(InboxMessage) });

async function mails(query = ""): Promise<readonly MailItem[]> {
  const answer = await apis.askOf.query("GET", `/api/v1/platform/mails${query}`, {
    as: "super_admin",
  });
  return Mails.parse(answer.body).data.items;
}

const resend = (id: string, tenantId: string) =>
  apis.ask("POST", `/api/v1/platform/mails/${id}/resend`, {
    as: "super_admin",
    body: { tenant_id: tenantId },
  });

const until = (condition: () => Promise<void>) =>
  vi.waitFor(condition, { timeout: 20_000, interval: 50 });

const forgot = () =>
  apis.ask("POST", "/api/v1/auth/forgot-password", {
    as: "anonymous",
    body: { email: apis.ownerEmail },
  });

describe("a failed email", () => {
  let failed: MailItem | undefined;

  test("is listed with the reason and the shop that it was sent for", async () => {
    apis.mailSink.refuse(REFUSED);
    expect((await forgot()).status).toBe(200);
    await until(async () => {
      [failed] = await mails("?status=failed");
      expect(failed).toMatchObject({
        tenant_id: apis.tenantId,
        tenant_name: "Own shop",
        kind: "password-reset",
        to_email: apis.ownerEmail,
        status: "failed",
        error: expect.stringContaining(String(REFUSED)),
      });
    });
    expect(apis.mailSink.sentTo(apis.ownerEmail)).toEqual([]);
  });

  test("is sent again on request, as the same email", async () => {
    const { id = "" } = failed ?? {};
    expect((await resend(id, apis.tenantId)).status).toBe(200);
    await until(async () => {
      expect((await mails()).find((mail) => mail.id === id)).toMatchObject({
        status: "success",
        error: null,
      });
    });
    expect(apis.mailSink.sentTo(apis.ownerEmail)).toHaveLength(1);
    const [line] = await apis.query<{ tenant_id: string; target: string }>(
      "select tenant_id, target from audit.access_log where action = 'mail-resent'",
    );
    expect(line).toEqual({ tenant_id: apis.tenantId, target: id });
  });

  test("is not sent again after it was accepted, nor for another shop", async () => {
    const { id = "" } = failed ?? {};
    const again = await resend(id, apis.tenantId);
    expect([again.status, again.body]).toEqual([
      409,
      failure("mail-not-failed", "This email did not fail."),
    ]);
    const foreign = await resend(id, apis.foreignTenantId);
    expect([foreign.status, foreign.body]).toEqual([
      404,
      failure("mail-not-found", "Email not found"),
    ]);
    expect(apis.mailSink.sentTo(apis.ownerEmail)).toHaveLength(1);
  });

  test("that was refused at once can be requested again only by the person who saw it", async () => {
    apis.mailSink.refuse(REFUSED);
    const body = { email: "someone@mail.example" };
    expect((await apis.ask("POST", "/api/notifications/test-email", { body })).status).toBe(502);
    await until(async () => {
      const [mail] = await mails("?status=failed");
      expect(mail?.to_email).toBe(body.email);
    });
    const [mail] = await mails("?status=failed");
    const answer = await resend(mail?.id ?? "", apis.tenantId);
    expect([answer.status, answer.body]).toEqual([
      409,
      failure("mail-not-repeatable", "This email cannot be sent again."),
    ]);
  });
});

test("ADMIN-24: a message of the contact form is in the inbox, with its text", async () => {
  const body = {
    first_name: "Efua",
    last_name: "Mensah",
    email: "efua@mail.example",
    subject: "sales",
    message: "How much is it for three shops?",
  };
  const sent = await apis.ask("POST", "/api/v1/contact", { as: "anonymous", body });
  expect(sent.status).toBe(200);
  const answer = await apis.askOf.query("GET", "/api/v1/platform/inbox", { as: "super_admin" });
  const { items, pagination } = Inbox.parse(answer.body).data;
  expect(items).toMatchObject([{ ...body, company: null }]);
  expect(pagination).toEqual({ page: 1, limit: 50, total: 1, pages: 1 });
});
