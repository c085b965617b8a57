import type { QueryResultRow } from "pg";
import type pg from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import { chainAfter, leafOf } from "#kernel/verify/hashes.ts";
import type { LoggedEvent } from "#kernel/verify/read-log.ts";
import type { Random } from "#tests/kit/builders/random.ts";

/** A database superuser who changes one tenant's rows. */
export function createTamperer(admin: pg.Pool, tenantId: TenantId, random: Random) {
  const query = async <Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => (await admin.query<Row>(sql, [tenantId, ...values])).rows;

  const between = (first: number, last: number): number =>
    first + Math.floor(random() * (last - first + 1));

  async function eventAt(seq: number): Promise<LoggedEvent> {
    const [event] = await query<LoggedEvent>(
      `select tenant_id as "tenantId", seq::int, stream_id as "streamId", stream_version as "streamVersion",
              stream_type as "streamType", type, schema_v as "schemaV", command_id as "commandId",
              command_ix as "commandIx", actor_id as "actorId", recorded_ms::float8 as "recordedMs",
              occurred_ms::float8 as "occurredMs", data::text as data, meta::text as meta,
              effects::text as effects, leaf, chain
         from es.events where tenant_id = $1 and seq = $2`,
      [seq],
    );
    if (!event) throw new Error(`no event ${seq}`);
    return event;
  }

  /** Recomputes leaves and chains of these events. */
  async function rechain(from: number, to: number): Promise<Buffer> {
    let { chain } = await eventAt(from - 1);
    for (let seq = from; seq <= to; seq += 1) {
      const leaf = leafOf(await eventAt(seq));
      chain = chainAfter(chain, leaf);
      const values = [seq, leaf, chain];
      await query(
        "update es.events set leaf = $3, chain = $4 where tenant_id = $1 and seq = $2",
        values,
      );
    }
    return chain;
  }

  return {
    tenantId,
    random,
    query,
    between,
    eventAt,
    rechain,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    headSeq: async (): Promise<number> => {
      const sql = "select seq::int from es.tenant_heads where tenant_id = $1";
      const [head] = await query<{ seq: number }>(sql);
      return head?.seq ?? 0;
    },
    /** Makes room before a number: later events get numbers one higher. */
    shift: async (from: number, by: 1 | -1): Promise<void> => {
      await query("update es.events set seq = -seq where tenant_id = $1 and seq >= $2", [from]);
      await query(
        "update es.events set seq = -seq + $3 where tenant_id = $1 and seq <= -$2::bigint",
        [from, by],
      );
    },
  };
}
export type Tamperer = ReturnType<typeof createTamperer>;

/** What verify must name. */
export type Named = Readonly<{ kind: string; seqs: readonly number[] }>;

const SAME_KIND: readonly RegExp[] = [/[0-9]/, /[a-z]/, /[A-Z]/];

/** Changes one letter or digit of a JSON text, so that it is still JSON. */
export function flipByte({ between }: Pick<Tamperer, "between">, text: string): string {
  for (;;) {
    const at = between(0, text.length - 1);
    const was = text[at] ?? "";
    const kind = SAME_KIND.find((one) => one.test(was));
    const is = kind && String.fromCharCode(was.charCodeAt(0) + (/[8-9y-zY-Z]/.test(was) ? -1 : 1));
    if (is === undefined) continue;
    const changed = `${text.slice(0, at)}${is}${text.slice(at + 1)}`;
    if (isJson(changed)) return changed;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
