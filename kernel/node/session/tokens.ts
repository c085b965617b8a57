import type { FastifyJWTOptions, JWT } from "@fastify/jwt";
import * as z from "zod/mini";

import { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { createRemembered, type Remembered } from "#kernel/node/remember.ts";

const ISSUER = "tillbook";
const ALGORITHM = "EdDSA";
/** A verification takes 120 µs, a cached one 3 µs. */
const REMEMBERED = 10_000;
/** Ours have about 450 characters. */
const LONGEST_TOKEN = 2048;

export const TOKEN_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
/** For restricted sessions: support, and the export of a suspended tenant. */
export const RESTRICTED_LIFE_MS = 30 * 60 * 1000;

/** For a till session, which a PIN opens. */
export const TILL_SESSION_MS = 12 * 60 * 60 * 1000;

export const Audience = z.enum(["tenant", "platform"]);
export type Audience = z.infer<typeof Audience>;

export type TokenSubject = Readonly<{
  aud: Audience;
  userId: UserId;
  tenantId: TenantId;
  sid: SessionId;
  /** Only for a till: the session says the same, and both must. */
  use?: "till" | undefined;
}>;

const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: Audience,
  sub: UserId,
  tid: TenantId,
  sid: SessionId,
  use: z.optional(z.literal("till")),
  exp: z.number(),
  nbf: z.optional(z.number()),
});

const verification = {
  algorithms: [ALGORITHM],
  cache: REMEMBERED,
  // `readToken` checks times by the given clock, also for cached tokens.
  ignoreExpiration: true,
  ignoreNotBefore: true,
} satisfies FastifyJWTOptions["verify"];

/** For a service that only reads tokens. */
export const verifierSettings = (publicKeyPem: string): FastifyJWTOptions => ({
  secret: { public: publicKeyPem },
  verify: verification,
});

export type TokenKeys = Readonly<{ privateKeyPem: string; publicKeyPem: string }>;

/** For command-api, the only holder of the private key. */
export const signerSettings = ({ privateKeyPem, publicKeyPem }: TokenKeys): FastifyJWTOptions => ({
  secret: { private: privateKeyPem, public: publicKeyPem },
  sign: { algorithm: ALGORITHM, iss: ISSUER },
  verify: verification,
});

/**
 * Deterministic: the same subject and time give the same token, so a repeated request gets the
 * first one again.
 */
export const issueToken = (
  jwt: JWT,
  { aud, userId, tenantId, sid, use }: TokenSubject,
  issuedMs: number,
  lifeMs = TOKEN_LIFE_MS,
): string =>
  jwt.sign({
    aud,
    sub: userId,
    tid: tenantId,
    sid,
    ...(use && { use }),
    iat: toSeconds(issuedMs),
    exp: toSeconds(issuedMs + lifeMs),
  });

const toSeconds = (ms: number): number => Math.floor(ms / 1000);

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Undefined for every kind of bad token: the sender learns nothing about which. */
export function readToken(
  jwt: JWT,
  authorization: string | undefined,
  nowMs: number,
): TokenSubject | undefined {
  if (authorization === undefined || authorization.length > LONGEST_TOKEN) return undefined;
  const claims = claimsOf(jwt, authorization);
  if (!claims || nowMs >= claims.exp * 1000 || nowMs < (claims.nbf ?? 0) * 1000) return undefined;
  const { aud, sub: userId, tid: tenantId, sid, use } = claims;
  return { aud, userId, tenantId, sid, ...(use && { use }) };
}

type Claims = z.infer<typeof Claims>;

/** By the keys that verified them, and then by the header: reading a token again costs 4 µs. */
const verified = new WeakMap<JWT, Remembered<Claims>>();

function claimsOf(jwt: JWT, authorization: string): Claims | undefined {
  const known = verified.get(jwt) ?? createRemembered<Claims>(REMEMBERED);
  verified.set(jwt, known);
  const before = known.get(authorization);
  if (before) return before;
  const token = BEARER.exec(authorization)?.[1];
  const claims = token === undefined ? undefined : verifiedClaims(jwt, token);
  return claims && known.set(authorization, claims);
}

function verifiedClaims(jwt: JWT, token: string): Claims | undefined {
  try {
    return Claims.safeParse(jwt.verify(token)).data;
  } catch {
    return undefined;
  }
}
