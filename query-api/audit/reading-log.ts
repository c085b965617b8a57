import type { FastifyReply, FastifyRequest } from "fastify";

import type { TenantId } from "#kernel/contract/ids.ts";
import { sendProblem } from "#kernel/node/http/errors.ts";
import {
  type ConnectionSettings,
  createPool,
  type Pool,
} from "#kernel/node/postgres/connections.ts";

export type OpenLog = Readonly<{ pool: Pool; close: () => Promise<void> }>;

/** Reads whole logs, each on its own connection that can see one tenant only. */
export type LogReader = Readonly<{
  /** Undefined while the maximum number of logs is being read. */
  open: (tenantId: TenantId) => OpenLog | undefined;
}>;

/**
 * Limited because reading a whole log occupies a processor of the database, and tills must not
 * wait.
 */
const MOST = 2;
/** Statement timeout of one page or range. */
const PATIENCE = "60000";

export function createLogReader(connection: ConnectionSettings): LogReader {
  let open = 0;
  return {
    open: (tenantId) => {
      if (open >= MOST) return undefined;
      open += 1;
      const pool = createPool({
        ...connection,
        max: 1,
        purpose: "audit",
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

/** One JSON value per line. */
export const LINES = "application/x-ndjson";

/** Opens the tenant's log and closes it when the work ends. */
export async function withLog(
  logs: LogReader,
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
