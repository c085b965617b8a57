import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import {
  adminToken,
  codeOf,
  registered,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { claimsOf, edDsa, forge } from "#tests/integration/command-api/account-store/forge.ts";

import { ED } from "./token-attacks.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("a token", () => {
  const ours = (claims: object, header: object = ED) =>
    forge(header, claims, edDsa(suite.api.tokenKeys.privateKeyPem));

  test("is accepted as issued, whatever the case of its scheme", async () => {
    const owner = await registered(suite.api);
    for (const token of [
      owner.token,
      ours(claimsOf(owner.token)),
      ours(claimsOf(owner.token), { ...ED, kid: "x" }),
    ]) {
      const answer = await suite.api.app.inject({
        url: "/tenant/who",
        headers: { authorization: `bearer ${token}` },
      });
      expect(answer.statusCode).toBe(200);
    }
  });

  test("in the address or the body is ignored", async () => {
    const { token } = await registered(suite.api);
    const answer = await suite.api.app.inject({
      url: `/tenant/who?token=${token}&access_token=${token}`,
    });
    expect(answer.statusCode).toBe(401);
  });

  test("RIGHT-06: of the other audience is 403, and the refusal is logged", async () => {
    const owner = await registered(suite.api);
    const admin = await adminToken(suite.api);
    const answers = [
      await suite.api.who(owner.token, "/platform/who"),
      await suite.api.who(admin, "/tenant/who"),
    ];
    expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([
      [403, "wrong-audience"],
      [403, "wrong-audience"],
    ]);
    expect(
      await suite.database.rows(
        `select tenant_id, actor_id, target, result, ip_prefix from audit.access_log
          where action = 'refused-right' and actor_id = $1`,
        [owner.user.id],
      ),
    ).toEqual([[owner.tenant.id, owner.user.id, "GET /platform/who", "refused", "127.0.0.0/24"]]);
  });
});
