import { Client } from "pg";

export type HeldLock = Readonly<{
  /** Resolves when the connection that holds the lock has ended, for whatever reason. */
  lost: Promise<void>;
  release: () => Promise<void>;
}>;

export type LockAttempt = HeldLock | Readonly<{ holder: string }>;

const APPLICATION = "tillbook pid ";
const CONNECT_MS = 5_000;

const TRY_LOCK =
  "select pg_try_advisory_lock(hashtextextended('tillbook data folder', 0)) as taken";

// A lock named by one bigint is listed as two halves.
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
 * One product process a data folder: its lock is held by a session, so it ends with the process.
 * Rejects when the server cannot be reached.
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
