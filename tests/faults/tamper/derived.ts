import type { Tampering } from "./events.ts";
import { flipByte, type Named, type Tamperer } from "./tamperer.ts";

// What is derived from a log: its head, the write model, the read models, the signed heads.

const FLIP = (column: string, at: number): string =>
  `${column} = set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`;

export const head: Tampering = async (at) => {
  const seq = await at.headSeq();
  const change = at.pick([
    "seq = seq + 1",
    "seq = seq - 1",
    FLIP("chain", at.between(0, 31)),
    "last_ms = last_ms - 3600000",
    "status = 2",
  ]);
  await at.query(`update es.tenant_heads set ${change} where tenant_id = $1`);
  return { kind: "head", seqs: [seq] };
};

/**
 * Changes a byte of a state, a version, a stock or a counter, deletes a stream's head, or adds one that
 * says of a recorded sale that it was voided.
 */
export const snapshot: Tampering = async (at) => {
  const which = at.pick([state, state, version, stock, counter, gone, added]);
  return { kind: "snapshot", seqs: [await which(at)] };
};

async function anyStream(at: Tamperer, where = "true"): Promise<{ id: string; seq: number }> {
  const streams = await at.query<{ id: string; seq: number }>(
    `select h.stream_id as id, max(e.seq)::int as seq
       from es.stream_heads h join es.events e using (tenant_id, stream_id)
      where h.tenant_id = $1 and ${where} group by 1 order by 1`,
  );
  return at.pick(streams);
}

const STREAM = "where tenant_id = $1 and stream_id = $2";

async function state(at: Tamperer): Promise<number> {
  const { id, seq } = await anyStream(at, "h.state is not null");
  const [row] = await at.query<{ state: string }>(
    `select state::text as state from es.stream_heads ${STREAM}`,
    [id],
  );
  const changed = flipByte(at, row?.state ?? "");
  await at.query(`update es.stream_heads set state = $3::text::json ${STREAM}`, [id, changed]);
  return seq;
}

async function version(at: Tamperer): Promise<number> {
  const { id, seq } = await anyStream(at);
  await at.query(`update es.stream_heads set version = version + $3 ${STREAM}`, [
    id,
    at.between(1, 3),
  ]);
  return seq;
}

async function gone(at: Tamperer): Promise<number> {
  const { id, seq } = await anyStream(at, "h.on_hand is null");
  await at.query(`delete from es.stream_heads ${STREAM}`, [id]);
  return seq;
}

async function added(at: Tamperer): Promise<number> {
  const { id, seq } = at.pick(
    await at.query<Row>(
      `select e.stream_id as id, e.seq::int from es.events e
        where e.tenant_id = $1 and e.type = 'SaleRecorded'
          and not exists (select from es.stream_heads h where h.tenant_id = $1 and h.stream_id = e.stream_id)
        order by e.seq`,
    ),
  );
  await at.query(
    `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, state)
     values ($1, $2, 'sale', $3, '{"status":"voided"}')`,
    [id, at.between(1, 2)],
  );
  return seq;
}

const LAST_MOVING = `
  select max(seq)::int as seq from es.events where tenant_id = $1 and position($2 in effects::text) > 0`;

async function stock(at: Tamperer): Promise<number> {
  const { id } = await anyStream(at, "h.on_hand is not null");
  await at.query(`update es.stream_heads set on_hand = on_hand + $3 ${STREAM}`, [
    id,
    at.between(1, 9),
  ]);
  const [last] = await at.query<{ seq: number }>(LAST_MOVING, [id]);
  return last?.seq ?? 0;
}

async function counter(at: Tamperer): Promise<number> {
  const name = at.pick(["sale", "products"]);
  await at.query("update es.counters set value = value - 1 where tenant_id = $1 and name = $2", [
    name,
  ]);
  const [last] = await at.query<{ seq: number }>(LAST_MOVING, [`["${name}"`]);
  return last?.seq ?? 0;
}

/** Changes a figure of a row, or deletes the row. */
export const readModel: Tampering = async (at) => {
  const which = at.pick([sale, movement, day, price]);
  return { kind: "read-model", seqs: [await which(at)] };
};

type Row = { id: string; seq: number };

async function changeRow(at: Tamperer, table: string, set: string, where: string): Promise<void> {
  const isGone = at.random() < 0.3;
  const sql = isGone ? `delete from rm.${table}` : `update rm.${table} set ${set}`;
  await at.query(`${sql} where tenant_id = $1 and ${where}`);
}

async function sale(at: Tamperer): Promise<number> {
  const { id, seq } = at.pick(
    await at.query<Row>(
      `select stream_id as id, seq::int from es.events
        where tenant_id = $1 and type = 'SaleRecorded' order by seq`,
    ),
  );
  const set = at.pick([
    "total_minor = total_minor - 1",
    "item_count = item_count + 1",
    "payment_method = 'card'",
    "occurred_ms = occurred_ms + 60000",
    "tax_minor = tax_minor + 1",
  ]);
  await changeRow(at, "rm_sales", set, `sale_id = '${id}'`);
  return seq;
}

async function movement(at: Tamperer): Promise<number> {
  const { id, seq } = at.pick(
    await at.query<Row>(
      `select product_id as id, seq::int from rm.rm_stock_movements where tenant_id = $1 order by seq, product_id`,
    ),
  );
  await changeRow(
    at,
    "rm_stock_movements",
    "delta = delta + 1",
    `product_id = '${id}' and seq = ${seq}`,
  );
  return seq;
}

async function day(at: Tamperer): Promise<number> {
  const { id, seq } = at.pick(
    await at.query<Row>(
      `select data->>'businessDate' as id, max(seq)::int as seq from es.events
        where tenant_id = $1 and type in ('SaleRecorded', 'SaleVoided') group by 1`,
    ),
  );
  await changeRow(at, "rm_daily_totals", "total_minor = total_minor + 100", `day = '${id}'`);
  return seq;
}

async function price(at: Tamperer): Promise<number> {
  const { id, seq } = at.pick(
    await at.query<Row>(
      `select stream_id as id, max(seq)::int as seq from es.events
        where tenant_id = $1 and type in ('ProductAdded', 'ProductRepriced') group by 1 order by 1`,
    ),
  );
  await at.query(
    `update rm.rm_products set price_minor = price_minor + 1 where tenant_id = $1 and product_id = $2`,
    [id],
  );
  return seq;
}

/** Changes a byte of a signed head or of its row, or deletes one between two others. */
export const signedHead: Tampering = async (at) => {
  const rows = await at.query<{ size: number; note: string }>(
    `select tree_size::int as size, note from audit.signed_checkpoints where tenant_id = $1 order by tree_size`,
  );
  const { size, note } = at.pick(rows);
  const row = "where tenant_id = $1 and tree_size = $2";
  const next = rows.find((one) => one.size > size);
  if (next && at.random() < 0.2) {
    await at.query(`delete from audit.signed_checkpoints ${row}`, [size]);
    return named(next.size);
  }
  if (at.random() < 0.5) {
    await at.query(`update audit.signed_checkpoints set note = $3 ${row}`, [
      size,
      flipByte(at, quoted(note)),
    ]);
    await at.query(`update audit.signed_checkpoints set note = (note::json)#>>'{}' ${row}`, [size]);
    return named(size);
  }
  const set = at.pick([
    FLIP("root", at.between(0, 31)),
    FLIP("chain", at.between(0, 31)),
    "signed_ms = signed_ms + 1",
    "key_id = reverse(key_id)",
    "frontier[1] = set_byte(frontier[1], 5, get_byte(frontier[1], 5) # 1)",
  ]);
  await at.query(`update audit.signed_checkpoints set ${set} ${row}`, [size]);
  return named(size);
};

const quoted = (text: string): string => JSON.stringify(text);
const named = (size: number): Named => ({ kind: "signed-checkpoint", seqs: [size] });
