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

type Attack = readonly [what: string, make: (owner: Registered, other: Registered) => string];

export const ED = { alg: "EdDSA", typ: "JWT" };
export const STRANGERS = strangersKeys();

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
      (owner) => `Bearer ${forge({ alg: "none", typ: "JWT" }, claimsOf(owner.token), unsigned)}`,
    ],
    [
      "the algorithm none",
      (owner) => `Bearer ${forge({ alg: "none" }, claimsOf(owner.token), () => "AAAA")}`,
    ],
    ["another key", (owner) => `Bearer ${forge(ED, claimsOf(owner.token), STRANGERS.edDsa)}`],
    [
      "the public key as a shared secret",
      (owner) =>
        `Bearer ${forge({ alg: "HS256" }, claimsOf(owner.token), hmac(tokenKeys.publicKeyPem))}`,
    ],
    [
      "an RSA signature",
      (owner) => `Bearer ${forge({ alg: "RS256" }, claimsOf(owner.token), STRANGERS.rsa)}`,
    ],
    [
      "an RSA signature named EdDSA",
      (owner) => `Bearer ${forge(ED, claimsOf(owner.token), STRANGERS.rsa)}`,
    ],
    [
      "a key id that is a path",
      (owner) =>
        `Bearer ${forge({ ...ED, kid: "../../../../dev/null" }, claimsOf(owner.token), hmac(""))}`,
    ],
    [
      "a key id that is SQL",
      (owner) =>
        `Bearer ${forge({ ...ED, kid: "x' union select 'key" }, claimsOf(owner.token), STRANGERS.edDsa)}`,
    ],
    [
      "a key embedded in the header",
      (owner) =>
        `Bearer ${forge({ ...ED, jwk: STRANGERS.edJwk }, claimsOf(owner.token), STRANGERS.edDsa)}`,
    ],
    [
      "a key to be fetched",
      (owner) =>
        `Bearer ${forge({ ...ED, jku: "http://127.0.0.1:1/keys" }, claimsOf(owner.token), STRANGERS.edDsa)}`,
    ],
    [
      "an unknown critical header",
      (owner) => `Bearer ${ours(claimsOf(owner.token), { ...ED, crit: ["b64"], b64: false })}`,
    ],
    ["no JSON inside", () => `Bearer ${Buffer.from("{").toString("base64url")}.e30.AAAA`],
    ["a list of claims", () => `Bearer ${ours([])}`],
    ["expired", (owner) => `Bearer ${ours({ ...claimsOf(owner.token), exp: nowS() })}`],
    ["not valid yet", (owner) => `Bearer ${ours({ ...claimsOf(owner.token), nbf: nowS() + 60 })}`],
    ["no expiry", (owner) => `Bearer ${ours({ ...claimsOf(owner.token), exp: undefined })}`],
    [
      "an expiry that is a text",
      (owner) => `Bearer ${ours({ ...claimsOf(owner.token), exp: "2099-01-01" })}`,
    ],
    ["another issuer", (owner) => `Bearer ${ours({ ...claimsOf(owner.token), iss: "another" })}`],
    [
      "an unknown audience",
      (owner) => `Bearer ${ours({ ...claimsOf(owner.token), aud: "admin" })}`,
    ],
    [
      "two audiences",
      (owner) => `Bearer ${ours({ ...claimsOf(owner.token), aud: ["tenant", "platform"] })}`,
    ],
    [
      "the other audience on this session",
      (owner) => `Bearer ${ours({ ...claimsOf(owner.token), aud: "platform" })}`,
    ],
    [
      "a session that does not exist",
      (owner) => `Bearer ${ours({ ...claimsOf(owner.token), sid: randomUUID() })}`,
    ],
    [
      "another tenant's id",
      (owner, other) => `Bearer ${ours({ ...claimsOf(owner.token), tid: other.tenant.id })}`,
    ],
    [
      "another user's id",
      (owner, other) => `Bearer ${ours({ ...claimsOf(owner.token), sub: other.user.id })}`,
    ],
    ["invalid ids", (owner) => `Bearer ${ours({ ...claimsOf(owner.token), tid: "1 or 1=1" })}`],
  ];
  return attacks;
}
