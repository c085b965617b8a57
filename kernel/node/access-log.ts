import type { TenantId, UserId } from "#kernel/contract/ids.ts";

import { newId } from "./ids.ts";
import { ipPrefix } from "./net/ip-prefix.ts";
import type { Pool, PoolClient } from "./postgres/connections.ts";
import type { Clock } from "./time.ts";

/**
 * An access that must be recorded although it is not an event. Never contains a password, a token
 * or an email.
 */
export type AccessRecord = Readonly<{
  atMs: number;
  action:
    | "sign-in"
    | "refused-right"
    | "export"
    | "support-read"
    | "password-reset"
    | "platform-read"
    | "mail-resent"
    | "super-admin-created";
  result: string;
  tenantId?: TenantId | undefined;
  actorId?: UserId | undefined;
  /** The hash of the attempted email. */
  actorHash?: string;
  target?: string;
  ipPrefix?: string;
  requestId?: string;
}>;

type Request = Readonly<{ actor: Readonly<{ userId: UserId }>; ip: string; id: string }>;

/** The person who made the request, and its time and origin. */
export const requestFields = ({ actor, ip, id }: Request, clock: Clock) => ({
  atMs: clock(),
  actorId: actor.userId,
  ipPrefix: ipPrefix(ip),
  requestId: id,
});

/** Call it before the answer is sent: an answer may not go out unrecorded. */
export async function logAccess(db: Pool | PoolClient, line: AccessRecord): Promise<void> {
  await db.query(
    `insert into audit.access_log
       (at_ms, id, tenant_id, actor_id, actor_hash, action, target, ip_prefix, result, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      line.atMs,
      newId(line.atMs),
      line.tenantId,
      line.actorId,
      line.actorHash,
      line.action,
      line.target,
      line.ipPrefix,
      line.result,
      line.requestId,
    ],
  );
}
