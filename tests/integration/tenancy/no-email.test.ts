import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import { closeTenantAccounts } from "#command-api/tenant/close-tenant-accounts.ts";
import { ChoosePinResult, InvitationResult, StaffItem } from "#kernel/contract/api/staff.ts";
import { UnlockAnswer } from "#kernel/contract/api/till/pin.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { type Answer, idOf, statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { openReacting, type Reacting } from "#tests/integration/settings/reacting.ts";
import { line, soldLines } from "#tests/integration/tills/counter-sales.ts";
import {
  codeOf,
  openPinShop,
  OTHER_PIN,
  PIN,
  type PinShop,
} from "#tests/integration/tills/pin-shop.ts";

import { STAFF } from "./tenancy.ts";

const ESI = { first_name: "Esi", last_name: "Addo", phone: "024 811 4470", role: "cashier" };

let apis: Reacting;
let shop: PinShop;
let other: PinShop;
beforeAll(async () => {
  apis = await openReacting();
  other = await openPinShop(apis);
});
// One business has room for 10 people.
beforeEach(async () => {
  shop = await openPinShop(apis);
});
afterAll(() => apis.close());

type Headers = Record<string, string>;

const invite = (body: object = ESI, headers: Headers = {}, at = shop) =>
  at.call("owner", "POST", STAFF, { body, headers });

/** Of the link in an answer. */
function tokenIn({ body }: Answer): string {
  const { link } = InvitationResult.parse(body).data;
  const [, token = ""] = /^\/auth\/accept-invitation\?token=([\w-]{43})&for=pin$/.exec(link) ?? [];
  return token;
}

const choose = (token: string, pin = PIN, headers: Headers = {}) =>
  shop.call("anonymous", "POST", "/api/v1/auth/choose-pin", { body: { token, pin }, headers });

const pinLink = (id: string, at = shop) =>
  at.call("owner", "POST", `${STAFF}/${id}/pin-link`, { body: {} });

/** Invited, and joined by choosing a PIN. */
async function hire(body: object = ESI): Promise<UserId> {
  const answer = await invite(body);
  await choose(tokenIn(answer));
  return UserId.parse(idOf(answer));
}

async function person(id: string): Promise<StaffItem | undefined> {
  const listed = z.array(StaffItem).parse(await shop.read(STAFF));
  return listed.find((one) => one.id === id);
}

const typesOf = async (id: string): Promise<string[]> => {
  const rows = await apis.query<{ type: string }>(
    `select type from es.events
      where tenant_id = $1 and stream_type = 'member' and data->>'userId' = $2 order by seq`,
    [shop.tenantId, id],
  );
  return rows.map(({ type }) => type);
};

describe("an invitation without an email", () => {
  test("TEAM-20: has a name, is for a cashier, and is listed with the name at once", async () => {
    const answer = await invite();
    expect([answer.status, answer.body]).toMatchObject([200, { message: "Invitation made" }]);
    expect(await person(idOf(answer))).toMatchObject({
      first_name: "Esi",
      last_name: "Addo",
      email: "",
      phone: ESI.phone,
      role: "cashier",
      status: "invited",
    });
    const bare = idOf(await invite({ first_name: "Esi", role: "cashier" }));
    expect(await person(bare)).toMatchObject({ first_name: "Esi", last_name: "", phone: null });
  });

  test.for([
    ["no name", { role: "cashier" }, "Email is required"],
    ["a last name only", { last_name: "Addo", role: "cashier" }, "Email is required"],
    ["an empty name", { ...ESI, first_name: " " }, "First name is required"],
    ["a long name", { ...ESI, first_name: "x".repeat(201) }, "at most 200"],
    ["a long phone", { ...ESI, phone: "1".repeat(51) }, "at most 50"],
    ["the role of a manager", { ...ESI, role: "manager" }, "can only be a cashier"],
    ["the role of an owner", { ...ESI, role: "owner" }, "can only be a cashier"],
    ["an email and a name", { ...ESI, email: "esi@staff.example" }, "their own name"],
    ["a last day", { ...ESI, ends_on: "2030-01-01" }, "Only an auditor"],
    ["a PIN", { ...ESI, pin: PIN }, "pin"],
  ] as const)("TEAM-20: is refused with %s", async ([, body, text]) => {
    const answer = await invite(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(text);
  });

  test("TEAM-20: makes one person for one key, and two for two people of one name", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await invite(ESI, headers);
    expect((await invite(ESI, headers)).body).toEqual(first.body);
    expect((await invite({ ...ESI, first_name: "Efua" }, headers)).status).toBe(422);
    expect(idOf(await invite())).not.toBe(idOf(first));
  });

  test("TEAM-20: has name and phone sealed in the log, and no email", async () => {
    const id = idOf(await invite({ ...ESI, first_name: "Nyamekye", phone: "0201112223" }));
    const [event] = await apis.query<{ data: Record<string, string> }>(
      "select data from es.events where tenant_id = $1 and data->>'userId' = $2",
      [shop.tenantId, id],
    );
    expect(event?.data).toEqual({
      userId: id,
      firstName: expect.stringMatching(/^sealed:v1:/),
      lastName: expect.stringMatching(/^sealed:v1:/),
      phone: expect.stringMatching(/^sealed:v1:/),
      role: "cashier",
    });
    for (const text of ["Nyamekye", "0201112223"]) {
      const found = "select 1 from es.events e where strpos(e::text, $1) > 0";
      expect(await apis.query(found, [text])).toEqual([]);
    }
  });

  test("TEAM-21: is not emailed, and nothing waits to be sent again", async () => {
    const id = idOf(await invite());
    await shop.call("owner", "POST", `${STAFF}/${id}/invitation`, { body: {} });
    await choose(
      tokenIn(await shop.call("owner", "POST", `${STAFF}/${id}/invitation`, { body: {} })),
    );
    await pinLink(id);
    await apis.settled();
    const [row] = await apis.query<{ mails: number; open: number }>(
      `select (select count(*)::int from es.events where tenant_id = $1 and type like 'Mail%') as mails,
              (select count(*)::int from jobs.job where state in ('retry', 'failed')) as open`,
      [shop.tenantId],
    );
    expect(row).toEqual({ mails: 0, open: 0 });
  });

  test("TEAM-21: has a new link when it is made again, and the one before stops working", async () => {
    const first = await invite();
    const id = idOf(first);
    const again = await shop.call("owner", "POST", `${STAFF}/${id}/invitation`, { body: {} });
    expect([again.status, again.body]).toMatchObject([200, { message: "New link made" }]);
    expect(statusAndText(await choose(tokenIn(first)))).toMatch(/^409 .*link-invalid/);
    expect((await choose(tokenIn(again))).status).toBe(200);
  });

  test("TEAM-21: keeps its role", async () => {
    const id = idOf(await invite());
    const change = (role: string) =>
      shop.call("owner", "PUT", `${STAFF}/${id}`, { body: { role } });
    expect(statusAndText(await change("manager"))).toMatch(/^409 .*needs-email/);
    expect((await change("cashier")).status).toBe(200);
    const joined = await hire();
    const promoted = await shop.call("owner", "PUT", `${STAFF}/${joined}`, {
      body: { role: "owner" },
    });
    expect(statusAndText(promoted)).toMatch(/^409 .*needs-email/);
  });
});

describe("choosing a PIN", () => {
  test("TEAM-22: joins the person, says which till it opens, and works once", async () => {
    const answer = await invite();
    const id = idOf(answer);
    const chosen = await choose(tokenIn(answer));
    expect(chosen.status).toBe(200);
    expect(ChoosePinResult.parse(chosen.body).data).toEqual({
      first_name: "Esi",
      business: expect.stringMatching(/\w/),
    });
    expect(await person(id)).toMatchObject({ status: "active", email: "", phone: ESI.phone });
    expect(await typesOf(id)).toEqual(["StaffInvited", "StaffJoined", "PinSet"]);
    expect(statusAndText(await choose(tokenIn(answer)))).toMatch(/^409 .*link-invalid/);
  });

  test("TEAM-22: follows the rules of PINs, and a refused one keeps the link", async () => {
    const token = tokenIn(await invite());
    for (const pin of ["1234", "1111", "1212"]) {
      expect(statusAndText(await choose(token, pin))).toMatch(/^400 .*pin-not-allowed/);
    }
    expect((await choose(token, "123")).status).toBe(400);
    expect((await choose(token, "2580")).status).toBe(200);
  });

  test("TEAM-22: is done once for a repeated request, which must repeat the PIN", async () => {
    const invited = await invite();
    const headers = { "idempotency-key": randomUUID() };
    const first = await choose(tokenIn(invited), PIN, headers);
    expect((await choose(tokenIn(invited), PIN, headers)).body).toEqual(first.body);
    expect((await choose(tokenIn(invited), OTHER_PIN, headers)).status).toBe(422);
    expect(await typesOf(idOf(invited))).toEqual(["StaffInvited", "StaffJoined", "PinSet"]);
  });

  test("TEAM-22: does not work with the link of a person who has an email, nor a password without one", async () => {
    const email = `${randomUUID()}@staff.example`;
    const emailed = await invite({ email, role: "cashier" });
    const { link } = InvitationResult.parse(emailed.body).data;
    expect((await choose(link.split("token=")[1] ?? "")).status).toBe(409);
    const body = {
      token: tokenIn(await invite()),
      first_name: "Esi",
      last_name: "Addo",
      password: "a horse of their own",
    };
    const joined = await shop.call("anonymous", "POST", "/api/v1/auth/accept-invitation", { body });
    expect(statusAndText(joined)).toMatch(/^409 .*link-invalid/);
  });

  test("TEAM-22: is too late after 7 days and after the invitation was cancelled", async () => {
    const [late, gone] = [await invite(), await invite()];
    await apis.query("update auth.link_tokens set expires_ms = $2 where user_id = $1", [
      idOf(late),
      apis.clock(),
    ]);
    await shop.call("owner", "DELETE", `${STAFF}/${idOf(gone)}`, { body: {} });
    for (const answer of [late, gone]) expect((await choose(tokenIn(answer))).status).toBe(409);
  });

  test("TEAM-23: gives no password: signing in and forgot-password know no such person", async () => {
    const id = await hire();
    const before = await typesOf(id);
    for (const email of ["", "null", `${id}@deleted.invalid`]) {
      for (const password of ["", "null", PIN]) {
        const signIn = { body: { email, password } };
        const answer = await shop.call("anonymous", "POST", "/auth/login.php", signIn);
        expect([400, 401]).toContain(answer.status);
      }
    }
    const forgotten = { body: { email: `${id}@deleted.invalid` } };
    await shop.call("anonymous", "POST", "/api/v1/auth/forgot-password", forgotten);
    const [user] = await apis.query(
      "select email, password_hash, last_login_ms from auth.users where user_id = $1",
      [id],
    );
    expect(user).toEqual({ email: null, password_hash: null, last_login_ms: null });
    expect(await typesOf(id)).toEqual(before);
  });
});

describe("at the till", () => {
  test("TEAM-24: the person is among its people, unlocks it, reaches only what a till needs, and sells", async () => {
    const id = await hire();
    const answer = await shop.unlock(id, PIN);
    const { user, token } = UnlockAnswer.parse(answer.body);
    expect(user).toEqual({ id, first_name: "Esi", last_name: "Addo", email: "", role: "cashier" });
    const changes = await shop.askAs({ token }, "GET", "/api/v1/till/changes");
    expect(changes.status).toBe(200);
    expect(JSON.stringify(changes.body)).toContain(`"name":"Esi Addo"`);
    for (const url of ["/api/v1/account", "/api/sales.php", STAFF]) {
      expect((await shop.askAs({ token }, "GET", url)).status).toBe(403);
    }
    const pin = { pin: OTHER_PIN, password: PIN };
    expect((await shop.askAs({ token }, "PUT", "/api/v1/account/pin", pin)).status).toBe(403);

    const milo = await shop.addProduct("Milo", 10);
    const entry = shop.till.entry("sale", soldLines([line(milo, 2)]), { person: id });
    expect((await shop.till.deliver([entry])).results).toMatchObject([{ state: "accepted" }]);
    expect(await shop.read(`/api/v1/sales/${entry.id}`)).toMatchObject({
      cashier_name: "Esi Addo",
    });
  });

  test("TEAM-25: a new PIN link sets another PIN, and ends what the one before opened", async () => {
    const id = await hire();
    const token = await shop.unlocked(id, PIN);
    const made = await pinLink(id);
    expect([made.status, made.body]).toMatchObject([200, { message: "PIN link made" }]);
    expect(codeOf(await shop.unlock(id, PIN))).toBe("ok");
    expect((await choose(tokenIn(made), OTHER_PIN)).status).toBe(200);
    expect(codeOf(await shop.askAs({ token }, "POST", "/api/v1/logout", {}))).toBe(
      "401 not-signed-in",
    );
    expect(codeOf(await shop.unlock(id, PIN))).toBe("403 wrong-pin");
    expect(codeOf(await shop.unlock(id, OTHER_PIN))).toBe("ok");
    expect((await choose(tokenIn(made))).status).toBe(409);
    expect(await typesOf(id)).toEqual([
      "StaffInvited",
      "StaffJoined",
      "PinSet",
      "PinLinkMade",
      "PinSet",
    ]);
  });

  test("TEAM-25: a person with an email, one who has not joined and one of another business have no PIN link", async () => {
    const cashier = await shop.hireWithPin("cashier");
    const ids = [
      cashier.id,
      idOf(await invite()),
      idOf(await invite(ESI, {}, other)),
      randomUUID(),
    ];
    for (const id of ids) expect((await pinLink(id)).status).toBe(404);
    expect((await pinLink(await hire(), other)).status).toBe(404);
  });

  test("TEAM-26: a person who was removed unlocks nothing, and their links stop working", async () => {
    const id = await hire();
    const token = await shop.unlocked(id, PIN);
    const made = await pinLink(id);
    await shop.call("owner", "DELETE", `${STAFF}/${id}`, { body: {} });
    expect(await person(id)).toBeUndefined();
    expect(codeOf(await shop.askAs({ token }, "POST", "/api/v1/logout", {}))).toBe(
      "401 not-signed-in",
    );
    expect(codeOf(await shop.unlock(id, PIN))).toBe("403 wrong-pin");
    expect((await choose(tokenIn(made))).status).toBe(409);
  });
});

test("TEAM-27: the audit names an invited person before they joined, if the owner named them", async () => {
  await invite({ first_name: "Efua", role: "cashier" });
  await invite({ email: `${randomUUID()}@staff.example`, role: "manager" });
  await invite(ESI, {}, other);
  const events = JSON.stringify(await shop.read("/api/v1/audit/events"));
  expect(events).toContain("invited Efua without an email as cashier");
  expect(events).toContain("invited someone as manager");
  expect(events).not.toContain("Esi");
});

test("TEAM-27: the audit says that there was no email, and names the person", async () => {
  const id = await hire();
  await pinLink(id);
  const story = JSON.stringify(await shop.read(`/api/v1/audit/stories/person/${id}`));
  expect(story).toContain("invited Esi Addo without an email as cashier");
  expect(story).toContain("Esi Addo joined as cashier");
  expect(story).toContain("made a new PIN link for Esi Addo");
});

test("TEAM-28: two businesses may have a person of one id without an email, each with its own PIN", async () => {
  const id = await hire();
  await apis.query(
    `insert into auth.memberships (tenant_id, user_id, role, joined_ms) values ($1, $2, 'cashier', 1)`,
    [other.tenantId, id],
  );
  expect(codeOf(await other.unlock(id, PIN))).toBe("403 wrong-pin");
  expect((await pinLink(id, other)).status).toBe(404);
  expect(codeOf(await shop.unlock(id, PIN))).toBe("ok");
});

test("TEAM-29: a deleted business leaves neither name nor phone of its people and invitations", async () => {
  await hire();
  await invite();
  const nowMs = apis.clock();
  await inAccountTransaction(apis.service.accounts, shop.tenantId, (client) =>
    closeTenantAccounts(client, shop.tenantId, nowMs),
  );
  const [left] = await apis.query<{ found: number }>(
    `select (select count(*) from auth.users u join auth.memberships m using (user_id)
              where m.tenant_id = $1 and u::text ~ 'Esi|Addo|4470')::int
          + (select count(*) from auth.invitations i
              where i.tenant_id = $1 and i::text ~ 'Esi|Addo|4470')::int as found`,
    [shop.tenantId],
  );
  expect(left).toEqual({ found: 0 });
});
