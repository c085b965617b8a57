import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { adminToken, codeOf, type Registered, registered } from "./accounts.ts";
import { openAuthSuite } from "./auth-api.ts";
import { claimsOf, edDsa, forge, hmac, strangersKeys, unsigned } from "./forge.ts";

let suite: Awaited<ReturnType<typeof openAuthSuite>>;

beforeAll(async () => {
  suite = await openAuthSuite();
});
afterAll(() => suite.close());

describe("a token", () => {
  type Shop = Registered;
  const strangers = strangersKeys();
  const ED = { alg: "EdDSA", typ: "JWT" };
  const ours = (claims: object, header: object = ED) =>
    forge(header, claims, edDsa(suite.api.tokenKeys.privateKeyPem));
  const nowS = () => Math.floor(suite.api.time.nowMs / 1000);

  const attacks: readonly (readonly [what: string, make: (shop: Shop, other: Shop) => string])[] = [
    ["nothing", () => ""],
    ["not a token", () => "Bearer abc"],
    ["two parts of a token", ({ token }) => `Bearer ${token.split(".").slice(0, 2).join(".")}`],
    ["another scheme", ({ token }) => `Basic ${token}`],
    ["two tokens", ({ token }) => `Bearer ${token} ${token}`],
    ["a cut signature", ({ token }) => `Bearer ${token.slice(0, -4)}`],
    [
      "a flipped character",
      ({ token }) =>
        `Bearer ${token.slice(0, -3)}${token.at(-3) === "A" ? "B" : "A"}${token.slice(-2)}`,
    ],
    ["a hundred kilobytes", ({ token }) => `Bearer ${token}${"A".repeat(100_000)}`],
    [
      "no signature",
      (shop) => `Bearer ${forge({ alg: "none", typ: "JWT" }, claimsOf(shop.token), unsigned)}`,
    ],
    [
      "the algorithm none",
      (shop) => `Bearer ${forge({ alg: "none" }, claimsOf(shop.token), () => "AAAA")}`,
    ],
    ["a stranger's key", (shop) => `Bearer ${forge(ED, claimsOf(shop.token), strangers.edDsa)}`],
    [
      "the public key as a shared secret",
      (shop) =>
        `Bearer ${forge({ alg: "HS256" }, claimsOf(shop.token), hmac(suite.api.tokenKeys.publicKeyPem))}`,
    ],
    [
      "an RSA signature",
      (shop) => `Bearer ${forge({ alg: "RS256" }, claimsOf(shop.token), strangers.rsa)}`,
    ],
    [
      "an RSA signature named EdDSA",
      (shop) => `Bearer ${forge(ED, claimsOf(shop.token), strangers.rsa)}`,
    ],
    [
      "a key id that is a path",
      (shop) =>
        `Bearer ${forge({ ...ED, kid: "../../../../dev/null" }, claimsOf(shop.token), hmac(""))}`,
    ],
    [
      "a key id that is SQL",
      (shop) =>
        `Bearer ${forge({ ...ED, kid: "x' union select 'key" }, claimsOf(shop.token), strangers.edDsa)}`,
    ],
    [
      "a key of its own",
      (shop) =>
        `Bearer ${forge({ ...ED, jwk: strangers.edJwk }, claimsOf(shop.token), strangers.edDsa)}`,
    ],
    [
      "a key to be fetched",
      (shop) =>
        `Bearer ${forge({ ...ED, jku: "http://127.0.0.1:1/keys" }, claimsOf(shop.token), strangers.edDsa)}`,
    ],
    [
      "a critical header nobody knows",
      (shop) => `Bearer ${ours(claimsOf(shop.token), { ...ED, crit: ["b64"], b64: false })}`,
    ],
    ["no JSON inside", () => `Bearer ${Buffer.from("{").toString("base64url")}.e30.AAAA`],
    ["a list of claims", () => `Bearer ${ours([])}`],
    ["its time over", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), exp: nowS() })}`],
    [
      "its time not come",
      (shop) => `Bearer ${ours({ ...claimsOf(shop.token), nbf: nowS() + 60 })}`,
    ],
    ["no end", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), exp: undefined })}`],
    [
      "an end that is a text",
      (shop) => `Bearer ${ours({ ...claimsOf(shop.token), exp: "2099-01-01" })}`,
    ],
    ["another issuer", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), iss: "another" })}`],
    ["an unknown audience", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), aud: "admin" })}`],
    [
      "two audiences",
      (shop) => `Bearer ${ours({ ...claimsOf(shop.token), aud: ["tenant", "platform"] })}`,
    ],
    [
      "the other audience on this session",
      (shop) => `Bearer ${ours({ ...claimsOf(shop.token), aud: "platform" })}`,
    ],
    [
      "a session that does not exist",
      (shop) => `Bearer ${ours({ ...claimsOf(shop.token), sid: randomUUID() })}`,
    ],
    [
      "another shop's id",
      (shop, other) => `Bearer ${ours({ ...claimsOf(shop.token), tid: other.tenant.id })}`,
    ],
    [
      "another person's id",
      (shop, other) => `Bearer ${ours({ ...claimsOf(shop.token), sub: other.user.id })}`,
    ],
    ["ids that are none", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), tid: "1 or 1=1" })}`],
  ];

  test.for(attacks)("with %s is refused", async ([, make]) => {
    const authorization = make(await registered(suite.api), await registered(suite.api));
    for (const path of ["/tenant/who", "/platform/who"]) {
      const answer = await suite.api.app.inject({
        url: path,
        headers: authorization === "" ? {} : { authorization },
      });
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, "not-signed-in"]);
    }
  });

  test("as it was given is taken, whatever the case of its scheme", async () => {
    const shop = await registered(suite.api);
    for (const token of [
      shop.token,
      ours(claimsOf(shop.token)),
      ours(claimsOf(shop.token), { ...ED, kid: "x" }),
    ]) {
      const answer = await suite.api.app.inject({
        url: "/tenant/who",
        headers: { authorization: `bearer ${token}` },
      });
      expect(answer.statusCode).toBe(200);
    }
  });

  test("in the address or the body is none", async () => {
    const { token } = await registered(suite.api);
    const answer = await suite.api.app.inject({
      url: `/tenant/who?token=${token}&access_token=${token}`,
    });
    expect(answer.statusCode).toBe(401);
  });

  test("of the other audience is refused with 403, and that is written down", async () => {
    const shop = await registered(suite.api);
    const admin = await adminToken(suite.api);
    const answers = [
      await suite.api.who(shop.token, "/platform/who"),
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
        [shop.user.id],
      ),
    ).toEqual([[shop.tenant.id, shop.user.id, "GET /platform/who", "refused", "127.0.0.0/24"]]);
  });
});
