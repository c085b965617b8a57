import { randomUUID } from "node:crypto";

import { chainAfter, leafOf } from "#kernel/verify/hashes.ts";

import { flipByte, type Named, type Tamperer } from "./tamperer.ts";

export type Tampering = (at: Tamperer) => Promise<Named>;

const anyEvent = async (at: Tamperer): Promise<number> => at.between(1, await at.headSeq());

const SET = "update es.events set # where tenant_id = $1 and seq = $2";
const setting = (column: string): string => SET.replace("#", column);

export const payloadByte: Tampering = async (at) => {
  const seq = await anyEvent(at);
  const { data, effects } = await at.eventAt(seq);
  const isData = effects === null || at.random() < 0.7;
  const column = isData ? "data" : "effects";
  const text = flipByte(at, isData ? data : effects);
  await at.query(setting(`${column} = $3::text::json`), [seq, text]);
  return { kind: "payload", seqs: [seq] };
};

export const metadataByte: Tampering = async (at) => {
  const seq = await anyEvent(at);
  const { meta } = await at.eventAt(seq);
  await at.query(setting("meta = $3::text::json"), [seq, flipByte(at, meta)]);
  return { kind: "metadata", seqs: [seq] };
};

/** Changes a digit of the actor's id, or the whole id. */
export const actor: Tampering = async (at) => {
  const seq = await anyEvent(at);
  const { actorId } = await at.eventAt(seq);
  const digit = at.between(24, 35);
  const other = actorId[digit] === "a" ? "b" : "a";
  const near = `${actorId.slice(0, digit)}${other}${actorId.slice(digit + 1)}`;
  await at.query(setting("actor_id = $3"), [seq, at.random() < 0.5 ? near : randomUUID()]);
  return { kind: "metadata", seqs: [seq] };
};

const HOUR_MS = 3_600_000;

export const time: Tampering = async (at) => {
  const seq = await anyEvent(at);
  const column = at.pick(["recorded_ms", "occurred_ms"]);
  const by = at.between(1, HOUR_MS) * at.pick([1, -1]);
  await at.query(setting(`${column} = ${column} + $3`), [seq, by]);
  return { kind: "metadata", seqs: [seq] };
};

/** Deletes an event that is not the last; later ones keep their numbers, or close the gap. */
export const rowDeleted: Tampering = async (at) => {
  const head = await at.headSeq();
  const seq = at.between(1, head - 1);
  await at.query("delete from es.events where tenant_id = $1 and seq = $2", [seq]);
  if (at.random() < 0.5) await at.shift(seq + 1, -1);
  return { kind: "gap", seqs: [seq] };
};

/** Cuts off the last events; the head stays, or is set back. */
export const tailCut: Tampering = async (at) => {
  const head = await at.headSeq();
  const seq = head - at.between(0, 9);
  await at.query("delete from es.events where tenant_id = $1 and seq >= $2", [seq]);
  if (at.random() < 0.5) {
    await at.query(
      `update es.tenant_heads h set seq = e.seq, chain = e.chain, last_ms = e.recorded_ms
         from es.events e where h.tenant_id = $1 and e.tenant_id = $1 and e.seq = $2 - 1`,
      [seq],
    );
  }
  return { kind: "cut-tail", seqs: [seq] };
};

/** Swaps two events, adjacent or far apart, with or without their hashes. */
export const swapped: Tampering = async (at) => {
  const head = await at.headSeq();
  const first = at.between(1, head - 1);
  const second = at.random() < 0.5 ? first + 1 : at.between(first + 1, head);
  const [a, b] = [await at.eventAt(first), await at.eventAt(second)];
  const move = "update es.events set seq = $3 where tenant_id = $1 and seq = $2";
  await at.query(move, [first, -1]);
  await at.query(move, [second, first]);
  await at.query(move, [-1, second]);
  if (at.random() < 0.5) {
    const hashes = setting("leaf = $3, chain = $4");
    await at.query(hashes, [first, a.leaf, a.chain]);
    await at.query(hashes, [second, b.leaf, b.chain]);
  }
  return { kind: "order", seqs: [first, second] };
};

const COLUMNS = `stream_type, type, schema_v, command_id, command_ix, actor_id, recorded_ms, occurred_ms, data, meta,
  effects`;

/** Repeats an event at the end, or after itself with later ones renumbered. */
export const doubled: Tampering = async (at) => {
  const head = await at.headSeq();
  const seq = at.between(1, head - 1);
  const to = at.random() < 0.5 ? head + 1 : seq + 1;
  if (to <= head) await at.shift(to, 1);
  await at.query(
    `insert into es.events (tenant_id, seq, stream_id, stream_version, ${COLUMNS}, leaf, chain)
     select tenant_id, $3::bigint, stream_id, stream_version + 1000, ${COLUMNS}, leaf, chain
       from es.events where tenant_id = $1 and seq = $2`,
    [seq, to],
  );
  return { kind: "extra-row", seqs: [to] };
};

/** Inserts a sale that never happened, with hashes that fit its place. */
export const forged: Tampering = async (at) => {
  const head = await at.headSeq();
  const seq = at.between(2, head);
  const [before, model] = [await at.eventAt(seq - 1), await at.eventAt(seq)];
  await at.shift(seq, 1);
  const event = {
    ...model,
    seq,
    streamId: randomUUID(),
    streamVersion: 1,
    commandId: randomUUID(),
  };
  const leaf = leafOf(event);
  await at.query(
    `insert into es.events (tenant_id, seq, stream_id, stream_version, ${COLUMNS}, leaf, chain)
     select tenant_id, $2::bigint, $3::uuid, 1, stream_type, type, schema_v, $4::uuid, command_ix, actor_id, recorded_ms, occurred_ms,
            data, meta, effects, $5, $6
       from es.events where tenant_id = $1 and seq = $2::bigint + 1`,
    [seq, event.streamId, event.commandId, leaf, chainAfter(before.chain, leaf)],
  );
  await at.query("update es.tenant_heads set seq = seq + 1 where tenant_id = $1");
  return { kind: "extra-row", seqs: [seq] };
};

/** Rewrites everything from one event on, with correct hashes and head. */
export const rewritten: Tampering = async (at) => {
  const head = await at.headSeq();
  const seq = at.between(2, head);
  const { data } = await at.eventAt(seq);
  await at.query(setting("data = $3::text::json"), [seq, flipByte(at, data)]);
  const chain = await at.rechain(seq, head);
  await at.query("update es.tenant_heads set chain = $2 where tenant_id = $1", [chain]);
  const [signed] = await at.query<{ size: number }>(
    `select coalesce(max(tree_size), 0)::int as size from audit.signed_checkpoints
      where tenant_id = $1 and tree_size < $2`,
    [seq],
  );
  return { kind: "forked-history", seqs: [(signed?.size ?? 0) + 1] };
};
