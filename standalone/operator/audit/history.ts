import { type EventRow, toStored } from "#command-api/event-store/event-row.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { sentenceOf } from "#kernel/contract/events/describe-event.ts";
import { StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { memberStream, profileStream } from "#kernel/node/ids.ts";
import { createPool, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";

import { type Auditing, COMMON, type ExitCode, readArgs, tenantOf, usageError } from "./command.ts";
import { type Narrator, openNarrator } from "./history-narrator.ts";
import { openLog } from "./open-log.ts";

// `history`: what happened to a product, sale, customer or member of staff, in sentences: every
// event that names it, and for a person everything they did.

export const usage = "history ID [--tenant ID]";

export async function run(args: readonly string[], { config, out }: Auditing): Promise<ExitCode> {
  const { values, positionals } = readArgs(args, COMMON, usage);
  const [text, ...rest] = positionals;
  if (text === undefined || rest.length > 0) throw usageError(usage);
  const id = StreamId.safeParse(text).data;
  if (!id) throw new Error(`${text} is not the id of a product, sale, customer or person`);
  const wanted = tenantOf(values.tenant);
  const log = await openLog(config);
  const pool = createPool({ ...log.connection, max: 1 });
  try {
    const tenantId = await tenantWith(pool, id, wanted);
    const client = await pool.connect();
    try {
      const narrator = await openNarrator(client, tenantId, log.dataKey);
      await tell({ client, tenantId, id, narrator, out });
      return 0;
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
    await log.close();
  }
}

/** A person has one stream for their work and one for their profile. */
const streamsOf = (id: StreamId): readonly string[] => {
  const userId = UserId.parse(id);
  return [id, memberStream(userId), profileStream(userId)];
};

/** The tenant whose log has the id. A person can be in a tenant's log and in the platform's. */
async function tenantWith(
  pool: Pool,
  id: StreamId,
  wanted: TenantId | undefined,
): Promise<TenantId> {
  const { rows } = await pool.query<{ tenant_id: string }>(
    `select distinct t.tenant_id from es.tenant_heads t
       join es.events e on e.tenant_id = t.tenant_id and e.stream_id = any ($1::uuid[]) and e.stream_version = 1
      where $2::uuid is null or t.tenant_id = $2
      order by t.tenant_id`,
    [streamsOf(id), wanted],
  );
  const [first, ...others] = rows.map((row) => TenantId.parse(row.tenant_id));
  if (!first) throw new Error(`no log mentions ${id}`);
  if (others.length > 0) {
    throw new Error(
      `${id} is in more than one log; choose one with --tenant: ${[first, ...others].join(", ")}`,
    );
  }
  return first;
}

const PAGE = 500;

const PAGE_SQL = `
  select e.seq, e.stream_id, e.stream_version, e.stream_type, e.type, e.schema_v, e.command_id, e.command_ix,
         e.actor_id, e.recorded_ms, e.occurred_ms, e.data::text as data, e.meta::text as meta,
         e.effects::text as effects
    from es.events e
   where e.tenant_id = $1 and e.seq > $2
     and (e.stream_id = any ($3::uuid[]) or e.actor_id = $4::text::uuid
          or position($4 in e.data::text) > 0 or position($4 in e.effects::text) > 0)
   order by e.seq
   limit ${PAGE}`;

type Story = Readonly<{
  client: PoolClient;
  tenantId: TenantId;
  id: StreamId;
  narrator: Narrator;
  out: Auditing["out"];
}>;

async function tell({ client, tenantId, id, narrator, out }: Story): Promise<void> {
  for (let after = 0; ;) {
    const values = [tenantId, after, streamsOf(id), id];
    const { rows } = await client.query<EventRow>(PAGE_SQL, values);
    const stored = rows.map((row) => toStored(tenantId, row));
    const telling = await narrator.tellingOf(stored);
    for (const event of stored.map(parseStored)) {
      const { seq, type, occurredMs, recordedMs } = event;
      const sentence = sentenceOf(event, telling);
      if (out.isJson) out.say(JSON.stringify({ seq, type, occurredMs, recordedMs, sentence }));
      else out.say(`${seq}  ${narrator.momentOf(event)}  ${sentence}`);
    }
    const last = stored.at(-1);
    if (!last || stored.length < PAGE) return;
    after = last.seq;
  }
}
