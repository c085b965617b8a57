import type { FastifyReply, FastifyRequest } from "fastify";

import type { TenantId } from "#kernel/contract/ids.ts";
import { sendProblem } from "#kernel/node/http/errors.ts";
import {
  type ConnectionSettings,
  createPool,
  type Pool,
} from "#kernel/node/postgres/connections.ts";

export type OpenLog = Readonly<{ pool: Pool; close: () => Promise<void> }>;

/** Reads whole logs beside the screens: each on a connection of its own, that sees one tenant alone. */
export type LogReading = Readonly<{
  /** Undefined where as many are reading as may. */
  open: (tenantId: TenantId) => OpenLog | undefined;
}>;

/** A whole log takes a database's processor: nobody at a till shall wait for it. */
const MOST = 2;
/** Of one page, or of one range. */
const PATIENCE = "60000";

export function createLogReading(connection: ConnectionSettings): LogReading {
  let open = 0;
  return {
    open: (tenantId) => {
      if (open >= MOST) return undefined;
      open += 1;
      const pool = createPool({
        ...connection,
        max: 1,
        applicationName: "query-api audit",
        settings: {
          "app.tenant": tenantId,
          default_transaction_read_only: "on",
          statement_timeout: PATIENCE,
          idle_in_transaction_session_timeout: PATIENCE,
        },
      });
      const close = async (): Promise<void> => {
        open -= 1;
        await pool.end();
      };
      return { pool, close };
    },
  };
}

const RETRY_AFTER_SECONDS = 10;

/** Lines of JSON, one behind the other. */
export const LINES = "application/x-ndjson";

/** Opens the log of the shop that asks for so long as it is read. */
export async function withLog(
  logs: LogReading,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (log: OpenLog) => Promise<void>,
): Promise<void> {
  const log = logs.open(request.actor.tenantId);
  if (!log) {
    await sendProblem(reply.header("retry-after", RETRY_AFTER_SECONDS), BUSY);
    return;
  }
  try {
    await read(log);
  } finally {
    await log.close();
  }
}

const BUSY = {
  status: 429,
  code: "audit-busy",
  error: "Other logs are being read right now. Please try again in a moment.",
} as const;
