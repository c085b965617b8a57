import { Client } from "pg";

export type HeldLock = Readonly<{
  /** Resolves when the connection that holds the lock has ended, for any reason. */
  lost: Promise<void>;
  release: () => Promise<void>;
}>;

export type LockAttempt = HeldLock | Readonly<{ holder: string }>;

const APPLICATION = "tillbook pid ";
/** Tried again, so a server that dies meanwhile costs little. */
const CONNECT_MS = 1_500;

const TRY_LOCK =
  "select pg_try_advisory_lock(hashtextextended('tillbook data folder', 0)) as taken";

// Postgres lists a lock with one bigint key as two halves.
const HOLDER = `
  select a.application_name as name
    from pg_locks l join pg_stat_activity a using (pid),
         hashtextextended('tillbook data folder', 0) as key
   where l.locktype = 'advisory' and l.granted and l.objsubid = 1
     and (l.classid::bigint << 32 | l.objid::bigint) = key
`;

const findHolder = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(HOLDER);
  return rows[0]?.name.replace(APPLICATION, "") ?? "unknown";
};

/**
 * Allows one product process per data folder. A session holds the lock, so it ends with the
 * process. Rejects if the server cannot be reached.
 */
export const takeDataFolderLock = async (adminUrl: string): Promise<LockAttempt> => {
  const client = new Client({
    connectionString: adminUrl,
    application_name: `${APPLICATION}${process.pid}`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    client.once("end", resolve);
    client.on("error", () => resolve());
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(TRY_LOCK);
    if (rows[0]?.taken === true) return { lost, release: () => client.end() };
    const holder = await findHolder(client);
    await client.end();
    return { holder };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};
