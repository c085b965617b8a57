import { generateKeyPairSync, randomUUID } from "node:crypto";

import fastifyJwt from "@fastify/jwt";
import fastify from "fastify";
import type pg from "pg";

import { SessionId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { issueToken, signerSettings } from "#kernel/node/session/tokens.ts";

const DAY_MS = 86_400_000;

/** Signs owners in to shops whose log has no sign-ins: inserts a session and returns its token. */
export async function createOwners(admin: pg.Pool) {
  const pair = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const signer = fastify();
  await signer.register(
    fastifyJwt,
    signerSettings({ privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey }),
  );
  await signer.ready();
  return {
    publicKey: Buffer.from(pair.publicKey).toString("base64"),
    tokenFor: async (tenantId: TenantId, role = "owner"): Promise<string> => {
      const [userId, sid] = [UserId.parse(randomUUID()), SessionId.parse(randomUUID())];
      const nowMs = Date.now();
      await admin.query(
        `insert into auth.users (user_id, kind, email, password_hash, first_name, last_name, created_ms)
         values ($1, 'tenant', $2, '-', 'Ama', 'Owner', $3)`,
        [userId, `${userId}@bench.example`, nowMs],
      );
      await admin.query(
        "insert into auth.memberships (tenant_id, user_id, role, joined_ms) values ($1, $2, $4, $3)",
        [tenantId, userId, nowMs, role],
      );
      await admin.query(
        `insert into auth.sessions (tenant_id, sid, user_id, aud, created_ms, last_used_ms, expires_ms)
         values ($1, $2, $3, 'tenant', $4, $4, $5)`,
        [tenantId, sid, userId, nowMs, nowMs + DAY_MS],
      );
      return issueToken(signer.jwt, { aud: "tenant", userId, tenantId, sid }, nowMs);
    },
    close: () => signer.close(),
  };
}
