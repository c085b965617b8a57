import type { FastifyRequest } from "fastify";

import type { VerifyLine } from "#kernel/contract/api/audit.ts";
import { inPiece } from "#kernel/node/limits/limit-heavy.ts";
import { inTransaction, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";
import { readHead } from "#kernel/verify/read-log.ts";
import { installationKeys } from "#kernel/verify/signed-head-keys.ts";
import { type Readers, singleReader } from "#kernel/verify/verify-log.ts";
import { verifySigned } from "#kernel/verify/verify-signed.ts";

const EVERY_MS = 200;
/** A statement of about ten milliseconds, after which others have their turn. */
const RANGE = 1000;

/** Reads one snapshot, so events appended meanwhile are not included. */
export const verifyOwn = (
  pool: Pool,
  request: FastifyRequest,
  say: (line: VerifyLine) => void,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { tenantId } = request.actor;
    await client.query("set transaction isolation level repeatable read read only");
    const of = (await readHead(client, tenantId))?.seq ?? 0;
    const publicKeys = await installationKeys(client);
    let [done, saidMs] = [0, performance.now()];
    say({ kind: "progress", done, of });
    const verified = await verifySigned(inTurns(client, request), tenantId, {
      publicKeys,
      rangeSize: RANGE,
      onEvents: (events) => {
        done += events;
        if (performance.now() - saidMs < EVERY_MS) return;
        saidMs = performance.now();
        say({ kind: "progress", done, of });
      },
    });
    const found = [...verified.found, ...verified.headsFound];
    say({ kind: "progress", done: verified.events, of });
    for (const { seq, kind, message } of found) {
      say({ kind: "deviation", seq, deviation: kind, message });
    }
    say({
      kind: "result",
      holds: found.length === 0,
      events: verified.events,
      deviations: found.length,
      signed: verified.signedTo || null,
    });
  });

/** Each query is a piece of heavy work. */
function inTurns(client: PoolClient, request: FastifyRequest): Readers {
  const { each, lanes } = singleReader(client);
  return { each: (ask) => each((db) => inPiece(request, () => ask(db))), lanes };
}
