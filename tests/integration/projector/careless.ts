import { parseApplied } from "#kernel/contract/events/catalogue.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { inTransaction, type PoolClient } from "#kernel/node/postgres/connections.ts";
import { toRowWrites, writeRows } from "#projector/apply-row-changes.ts";
import { advance, type Checkpoints, lockCheckpoints, type Scope } from "#projector/checkpoints.ts";
import type { ConsumeOptions } from "#projector/consume.ts";
import { beginTenantWrite } from "#projector/database.ts";
import { fold } from "#projector/fold.ts";
import { loadKeys } from "#projector/open-sealed.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { highest } from "#projector/sources.ts";

// Copies of the projector's step with one of its protections taken away, to see that the comparison
// of the read models with the log finds what they do.

/** Takes the messages for the whole log: a lost one is never read. */
export async function consumeOverGaps(
  { pool, dataKey }: ConsumeOptions,
  messages: readonly StoredEvent[],
): Promise<void> {
  const scope = scopeOf(messages);
  await inTransaction(pool, async (client) => {
    await beginTenantWrite(client, scope);
    const checkpoints = await locked(client, scope);
    await writeFrom(client, dataKey, { messages, checkpoints });
    await advance(client, checkpoints, highest(messages));
  });
}

/** Saves its checkpoints first. `dies`: the process is killed before it has written the rows. */
export async function consumeCheckpointFirst(
  { pool, dataKey }: ConsumeOptions,
  messages: readonly StoredEvent[],
  dies: boolean,
): Promise<void> {
  const scope = scopeOf(messages);
  const checkpoints = await inTransaction(pool, async (client) => {
    await beginTenantWrite(client, scope);
    const before = await locked(client, scope);
    await advance(client, before, highest(messages));
    return before;
  });
  if (dies) return;
  await inTransaction(pool, async (client) => {
    await beginTenantWrite(client, scope);
    await writeFrom(client, dataKey, { messages, checkpoints });
  });
}

const scopeOf = (messages: readonly StoredEvent[]) => ({
  tenantIds: [...highest(messages).keys()],
  projections: PROJECTIONS,
});

/** The checkpoints exist: the test has begun the projections of every tenant. */
async function locked(client: PoolClient, scope: Scope): Promise<Checkpoints> {
  const checkpoints = await lockCheckpoints(client, scope);
  if (!checkpoints) throw new Error("no checkpoints");
  return checkpoints;
}

type Batch = Readonly<{ messages: readonly StoredEvent[]; checkpoints: Checkpoints }>;

async function writeFrom(
  client: PoolClient,
  dataKey: Buffer,
  { messages, checkpoints }: Batch,
): Promise<void> {
  const ordered = messages.toSorted((a, b) => a.seq - b.seq);
  const once = new Map(ordered.map((event) => [`${event.tenantId}:${event.seq}`, event]));
  const openFor = await loadKeys(client, dataKey, ordered);
  const events = [...once.values()].map(parseApplied);
  for (const projection of PROJECTIONS) {
    const rows = fold(projection, events, checkpoints, openFor);
    await writeRows(client, toRowWrites(projection.table, rows));
  }
}
