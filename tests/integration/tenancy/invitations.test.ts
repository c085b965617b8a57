import { randomUUID } from "node:crypto";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { InvitationResult } from "#kernel/contract/api/staff.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { idOf, statusAndText } from "#tests/integration/command-api/routes/ask.ts";

import { openTenancy, type TenantOwner, PASSWORD, someEmail, STAFF, staffDesk } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
});

const desk = staffDesk(suite, () => owner);
const { asOwner, invite, person, typesOf, accept } = desk;

/** Of the link in an answer. */
const tokenIn = (body: unknown): string => {
  const [, token = ""] =
    /^\/auth\/accept-invitation\?token=([\w-]{43})$/.exec(InvitationResult.parse(body).data.link) ??
    [];
  return token;
};

describe("an invited person", () => {
  test("is listed at once, joins with the link and signs in with the role", async () => {
    const email = someEmail();
    const answer = await invite({ email: ` ${email.toUpperCase()}`, role: "cashier" });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        message: "Invitation sent",
        data: { id: expect.any(String), link: expect.any(String) },
      },
    ]);
    const id = idOf(answer);
    expect(await person(id)).toMatchObject({ email, role: "cashier", status: "invited" });
    expect((await suite.signIn(email)).status).toBe(401);
    const link = await suite.linkOf(owner.tenantId, id);
    expect((await accept(link)).status).toBe(200);
    expect(await person(id)).toMatchObject({
      first_name: "Kojo",
      last_name: "Boateng",
      status: "active",
      joined_at: expect.any(String),
      last_login_at: null,
    });
    expect((await suite.signIn(email)).body).toMatchObject({
      user: { id, role: "cashier" },
      tenant: { id: owner.tenantId },
    });
    expect(await typesOf(id)).toEqual(["StaffInvited", "StaffJoined", "SignedIn"]);
    expect(statusAndText(await accept(link))).toMatch(/^409 .*link-invalid/);
  });

  test("has a sealed email in the log", async () => {
    const email = someEmail();
    await invite({ email, role: "cashier" });
    const found = "select 1 from es.events e where strpos(e::text, $1) > 0";
    expect(await suite.query(found, [email])).toEqual([]);
  });

  test("joins once, even if the answer is lost and the request repeated", async () => {
    const id = idOf(await invite({ email: someEmail(), role: "cashier" }));
    const token = await suite.linkOf(owner.tenantId, id);
    const headers = { "idempotency-key": randomUUID() };
    const body = { token, first_name: "A", last_name: "B", password: PASSWORD };
    const url = "/api/v1/auth/accept-invitation";
    const first = await suite.call("POST", url, { body, headers });
    expect(first.status).toBe(200);
    expect(statusAndText(await suite.call("POST", url, { body, headers }))).toBe(
      statusAndText(first),
    );
    const other = { ...body, first_name: "C" };
    expect((await suite.call("POST", url, { body: other, headers })).status).toBe(422);
  });

  test("TEAM-02: gets a new link, and the old one stops working", async () => {
    const id = idOf(await invite({ email: someEmail(), role: "cashier" }));
    const old = await suite.linkOf(owner.tenantId, id);
    const again = await suite.call("POST", `${STAFF}/${id}/invitation`, asOwner());
    expect([again.status, idOf(again)]).toEqual([200, id]);
    expect((await accept(old)).status).toBe(409);
    expect((await accept(await suite.linkOf(owner.tenantId, id))).status).toBe(200);
    expect(await typesOf(id)).toEqual(["StaffInvited", "InvitationResent", "StaffJoined"]);
    expect((await suite.call("POST", `${STAFF}/${id}/invitation`, asOwner())).status).toBe(404);
  });

  test("TEAM-08: joins with the link that the owner got, also if that answer was repeated", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { email: someEmail(), role: "cashier" };
    const first = await invite(body, headers);
    expect((await invite(body, headers)).body).toEqual(first.body);
    const again = await suite.call("POST", `${STAFF}/${idOf(first)}/invitation`, asOwner());
    expect((await accept(tokenIn(first.body))).status).toBe(409);
    expect((await accept(tokenIn(again.body))).status).toBe(200);
  });

  test("cannot join after 7 days, after the invitation is revoked, or with a made-up link", async () => {
    const [late, gone] = [
      idOf(await invite({ email: someEmail(), role: "cashier" })),
      idOf(await invite({ email: someEmail(), role: "cashier" })),
    ];
    const links = [
      await suite.linkOf(owner.tenantId, late),
      await suite.linkOf(owner.tenantId, gone),
      "x".repeat(43),
    ];
    const lived = await suite.query<{ days: number }>(
      `update auth.link_tokens set expires_ms = $2 where user_id = $1
       returning ((expires_ms - created_ms) / 86400000)::int as days`,
      [late, Date.now()],
    );
    expect(lived).toEqual([{ days: 0 }]);
    expect((await suite.call("DELETE", `${STAFF}/${gone}`, asOwner())).status).toBe(200);
    for (const link of links) expect((await accept(link)).status).toBe(409);
  });

  test("must have no account, is not invited twice, and is one person per key", async () => {
    const email = someEmail();
    const headers = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => invite({ email, role: "manager" }, headers)),
    );
    expect(new Set(answers.map(statusAndText)).size).toBe(1);
    expect((await invite({ email, role: "owner" }, headers)).status).toBe(422);
    const [twice, known] = [
      await invite({ email, role: "manager" }),
      await invite({ email: owner.email, role: "manager" }),
    ];
    expect(statusAndText(twice)).toMatch(/^409 .*already-invited/);
    expect(statusAndText(known)).toMatch(/^409 .*email-taken/);
  });

  test("may register a business instead: an invitation does not reserve the email", async () => {
    const email = someEmail();
    const id = idOf(await invite({ email, role: "cashier" }));
    const body = {
      business_name: "Own",
      first_name: "A",
      last_name: "B",
      email,
      password: PASSWORD,
    };
    expect((await suite.call("POST", "/auth/register.php", { body })).status).toBe(200);
    const late = await accept(await suite.linkOf(owner.tenantId, id));
    expect(statusAndText(late)).toMatch(/^409 .*email-taken/);
  });
});

test("ADMIN-15: the owner of a tenant created by a super admin joins with the emailed link, also with a resent one", async () => {
  const token = await suite.adminToken();
  const email = someEmail();
  const create = { token, body: { name: "Akosua Fabrics", email } };
  const id = TenantId.parse(idOf(await suite.call("POST", "/api/super-admin.php/tenant", create)));
  const [invited] = await suite.query<{ user_id: string }>(
    "select user_id from auth.invitations where tenant_id = $1",
    [id],
  );
  const first = await suite.linkOf(id, invited?.user_id ?? "");
  const again = (tenantId: string) =>
    suite.call("POST", `/api/v1/platform/tenants/${tenantId}/invitation`, { token });
  expect((await again(id)).status).toBe(200);
  expect((await accept(first)).status).toBe(409);
  expect((await accept(await suite.linkOf(id, invited?.user_id ?? ""))).status).toBe(200);
  expect((await suite.signIn(email)).body).toMatchObject({
    user: { role: "owner" },
    tenant: { id, name: "Akosua Fabrics" },
  });
  expect(statusAndText(await again(id))).toMatch(/^409 .*already-joined/);
  for (const unknownId of [randomUUID(), "7"]) expect((await again(unknownId)).status).toBe(404);
});
