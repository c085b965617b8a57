import pg from "pg";

import { EVENT_FORMAT } from "#kernel/contract/event-types.ts";
import { measurePool } from "#kernel/node/metrics/pools.ts";

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
export type Client = pg.Client;
export type Queryable = Pick<Pool | PoolClient, "query">;

export type ConnectionSettings = Readonly<{
  /** postgres://host:port/database, without a user: each role has its own password. */
  url: string;
  role: string;
  password: string;
  /** Comes after the format of events that this build can read; Postgres keeps 63 bytes of both. */
  applicationName?: string;
  /** Sent as `-c name=value` on connect. */
  settings?: Readonly<Record<string, string>>;
}>;

const DEFAULT_SETTINGS = {
  statement_timeout: "5000",
  lock_timeout: "2000",
  idle_in_transaction_session_timeout: "10000",
};

/** bigint columns hold sequence numbers, ms and pesewas, all of them safe integers. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** For queries that need the stored JSON text: a cast in SQL would copy it once or twice more. */
export const JSON_AS_TEXT = new pg.TypeOverrides(types);
JSON_AS_TEXT.setTypeParser(pg.types.builtins.JSON, String);

/** How much longer we wait for an answer than Postgres may take for it. */
const ANSWER_MS = 500;

function clientConfig({ url, role, password, applicationName, settings }: ConnectionSettings) {
  const target = new URL(url);
  target.username = encodeURIComponent(role);
  target.password = encodeURIComponent(password);
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  // A server that hangs does not keep its own limit. Zero means that there is none.
  const statementMs = Number(all.statement_timeout);
  return {
    connectionString: target.href,
    application_name: `format=${EVENT_FORMAT} ${applicationName ?? role}`,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    ...(statementMs > 0 && { query_timeout: statementMs + ANSWER_MS }),
    options,
    types,
  };
}

export type PoolSettings = ConnectionSettings &
  Readonly<{
    max: number;
    /** Sets a pool apart, in the metrics, from the main one of its role. */
    purpose?: string;
  }>;

/** A pool that survives the loss of connections, idle or in use: a query fails, not the process. */
export function createPool({ max, purpose, ...settings }: PoolSettings): Pool {
  const pool = new pg.Pool({ ...clientConfig(settings), max });
  pool.on("error", () => undefined);
  // The pool itself listens to idle clients only.
  pool.on("connect", surviveLoss);
  measurePool(purpose === undefined ? settings.role : `${settings.role} ${purpose}`, max, pool);
  return pool;
}

/** A single connection, for LISTEN and advisory locks. Its loss fails the next query. */
export const createClient = (settings: ConnectionSettings): Client =>
  surviveLoss(new pg.Client(clientConfig(settings)));

/** Connects. A lost connection fails the next query; it does not end the process. */
export async function connectClient(client: Client): Promise<Client> {
  await surviveLoss(client).connect();
  return client;
}

/** Without a listener, the loss of a connection would be an uncaught error. */
function surviveLoss<Lost extends pg.ClientBase>(client: Lost): Lost {
  return client.on("error", () => undefined);
}

/** Runs `work` in one transaction. A connection that is broken or still busy is discarded. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (cause) {
    if (isUnanswered(cause)) broken = cause;
    else await client.query("rollback").catch((error: Error) => (broken = error));
    throw cause;
  } finally {
    client.release(broken);
  }
}

const TRANSIENT = new Set(["40001", "40P01", "55P03", "57P01", "57P02", "57P03", "53300"]);
const LOST = /terminated|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|timeout|not queryable|closed/i;

/** The server has not answered; the connection still waits for it. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === "Query read timeout";

/**
 * Serialization failure, deadlock, lock timeout, lost or refused connection: the same call may
 * succeed when repeated.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return TRANSIENT.has(code) || code.startsWith("08") || LOST.test(`${code} ${error.message}`);
}

const TOO_SLOW =
  /statement timeout|read timeout|connection timeout|timeout exceeded|timeout expired/i;

/** Transient, and soon enough: who has waited for a timeout does not wait for the next one. */
export const mayRepeat = (error: unknown): boolean =>
  isTransient(error) && !(error instanceof Error && TOO_SLOW.test(error.message));
