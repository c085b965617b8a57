import type { Pool, PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Readers } from "#kernel/verify/verify-log.ts";

/** Up to `lanes` connections on one snapshot: events appended meanwhile are not seen. */
export async function withReaders<Result>(
  pool: Pool,
  lanes: number,
  work: (readers: Readers) => Promise<Result>,
): Promise<Result> {
  const connections = onOneSnapshot(pool);
  try {
    const { take, give } = lend(await connections.open(), connections.open, lanes);
    const each: Readers["each"] = async (ask) => {
      const client = await take();
      try {
        return await ask(client);
      } finally {
        give(client);
      }
    };
    return await work({ each, lanes });
  } finally {
    await connections.close();
  }
}

/** All connections use the snapshot of the first. */
function onOneSnapshot(pool: Pool) {
  const opened: PoolClient[] = [];
  let snapshot: Promise<string> | undefined;
  return {
    open: async (): Promise<PoolClient> => {
      const [first] = opened;
      const client = await pool.connect();
      opened.push(client);
      await client.query("begin transaction isolation level repeatable read read only");
      if (!first) return client;
      snapshot ??= exported(first);
      await client.query(`set transaction snapshot '${await snapshot}'`);
      return client;
    },
    close: async (): Promise<void> => {
      await Promise.all(opened.map(end));
    },
  };
}

async function exported(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ id: string }>("select pg_export_snapshot() as id");
  return rows[0]?.id ?? "";
}

/** The transaction changed nothing, so a connection that fails here is discarded. */
async function end(client: PoolClient): Promise<void> {
  const broken = await client.query("rollback").then(
    () => undefined,
    (error: Error) => error,
  );
  client.release(broken);
}

/**
 * Lends an idle connection, a new one while there are fewer than `lanes`, or the next one returned.
 */
function lend(first: PoolClient, open: () => Promise<PoolClient>, lanes: number) {
  const idle = [first];
  const waiting: ((client: PoolClient) => void)[] = [];
  let lent = 1;
  return {
    take: (): PoolClient | Promise<PoolClient> => {
      const client = idle.pop();
      if (client) return client;
      if (lent < lanes) {
        lent += 1;
        return open();
      }
      const { promise, resolve } = Promise.withResolvers<PoolClient>();
      waiting.push(resolve);
      return promise;
    },
    give: (client: PoolClient): void => {
      const next = waiting.shift();
      if (next) next(client);
      else idle.push(client);
    },
  };
}
