import { randomUUID } from "node:crypto";

import type { AccountApi } from "#tests/integration/command-api/account-store/account-api.ts";
import type { Registered } from "#tests/integration/command-api/account-store/accounts.ts";
import {
  claimsOf,
  edDsa,
  forge,
  hmac,
  strangersKeys,
  unsigned,
} from "#tests/integration/command-api/account-store/forge.ts";

type Attack = readonly [what: string, make: (shop: Registered, other: Registered) => string];

export const ED = { alg: "EdDSA", typ: "JWT" };
const strangers = strangersKeys();

/** Every attack with a forged or altered token, made from a genuine one: the header to send. */
export function tokenAttacks({ tokenKeys, time }: Pick<AccountApi, "tokenKeys" | "time">) {
  const ours = (claims: object, header: object = ED) =>
    forge(header, claims, edDsa(tokenKeys.privateKeyPem));
  const nowS = () => Math.floor(time.nowMs / 1000);

  const attacks: readonly Attack[] = [
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
    ["another key", (shop) => `Bearer ${forge(ED, claimsOf(shop.token), strangers.edDsa)}`],
    [
      "the public key as a shared secret",
      (shop) =>
        `Bearer ${forge({ alg: "HS256" }, claimsOf(shop.token), hmac(tokenKeys.publicKeyPem))}`,
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
      "a key embedded in the header",
      (shop) =>
        `Bearer ${forge({ ...ED, jwk: strangers.edJwk }, claimsOf(shop.token), strangers.edDsa)}`,
    ],
    [
      "a key to be fetched",
      (shop) =>
        `Bearer ${forge({ ...ED, jku: "http://127.0.0.1:1/keys" }, claimsOf(shop.token), strangers.edDsa)}`,
    ],
    [
      "an unknown critical header",
      (shop) => `Bearer ${ours(claimsOf(shop.token), { ...ED, crit: ["b64"], b64: false })}`,
    ],
    ["no JSON inside", () => `Bearer ${Buffer.from("{").toString("base64url")}.e30.AAAA`],
    ["a list of claims", () => `Bearer ${ours([])}`],
    ["expired", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), exp: nowS() })}`],
    ["not valid yet", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), nbf: nowS() + 60 })}`],
    ["no expiry", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), exp: undefined })}`],
    [
      "an expiry that is a text",
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
      "another tenant's id",
      (shop, other) => `Bearer ${ours({ ...claimsOf(shop.token), tid: other.tenant.id })}`,
    ],
    [
      "another user's id",
      (shop, other) => `Bearer ${ours({ ...claimsOf(shop.token), sub: other.user.id })}`,
    ],
    ["invalid ids", (shop) => `Bearer ${ours({ ...claimsOf(shop.token), tid: "1 or 1=1" })}`],
  ];
  return attacks;
}
