import pg from "pg";

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
export type Client = pg.Client;
export type Queryable = Pick<Pool | PoolClient, "query">;

export type ConnectionSettings = Readonly<{
  /** postgres://host:port/database, without a user: each role has its own password. */
  url: string;
  role: string;
  password: string;
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

function clientConfig({ url, role, password, applicationName, settings }: ConnectionSettings) {
  const target = new URL(url);
  target.username = encodeURIComponent(role);
  target.password = encodeURIComponent(password);
  const options = Object.entries({ ...DEFAULT_SETTINGS, ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  return {
    connectionString: target.href,
    application_name: applicationName ?? role,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    options,
    types,
  };
}

/** A pool that survives the loss of idle connections: the next query fails, not the process. */
export function createPool(settings: ConnectionSettings & { max: number }): Pool {
  const pool = new pg.Pool({ ...clientConfig(settings), max: settings.max });
  pool.on("error", () => undefined);
  return pool;
}

/** A single connection, for LISTEN and advisory locks. The caller handles `error` and `end`. */
export const createClient = (settings: ConnectionSettings): Client =>
  new pg.Client({ ...clientConfig(settings), keepAlive: true });

/** Connects. A lost connection fails the next query; it does not end the process. */
export async function connectClient(client: Client): Promise<Client> {
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Runs `work` in one transaction. A broken connection is discarded. */
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
    await client.query("rollback").catch((error: Error) => (broken = error));
    throw cause;
  } finally {
    client.release(broken);
  }
}

const TRANSIENT = new Set(["40001", "40P01", "55P03", "57P01", "57P02", "57P03", "53300"]);
const LOST = /terminated|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|timeout|not queryable|closed/i;

/**
 * Serialization failure, deadlock, lock timeout, lost or refused connection: the same call may
 * succeed when repeated.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return TRANSIENT.has(code) || code.startsWith("08") || LOST.test(`${code} ${error.message}`);
}
