import type { TenantId } from "#kernel/contract/ids.ts";
import { type Queryable, createPool } from "#kernel/node/postgres/connections.ts";
import { eventLine } from "#kernel/verify/bundle.ts";
import { leafOf } from "#kernel/verify/hashes.ts";
import {
  consistencyRanges,
  inclusionRanges,
  leafHash,
  rootOfConsistency,
  rootOfInclusion,
  rootsOfRanges,
} from "#kernel/verify/merkle.ts";
import { logPages } from "#kernel/verify/read-log.ts";
import { DoesNotHold, findSignedHead, type StoredHead } from "#kernel/verify/stored-heads.ts";

import { type Auditing, COMMON, type ExitCode, readArgs, tenantOf, usageError } from "./command.ts";
import { openLog, publicKeysOf } from "./open-log.ts";

// `prove`: proves that an event is included in a signed head, or that an earlier signed head is a
// prefix of a later one. The proof is a text that can be checked without the log:
// c2sp.org/tlog-proof, and the request of c2sp.org/tlog-witness.

export const usage = "prove --tenant ID (--seq N | --since SIZE) [--size SIZE]";

const OPTIONS = {
  ...COMMON,
  seq: { type: "string" },
  since: { type: "string" },
  size: { type: "string" },
} as const;

export async function run(args: readonly string[], { config, out }: Auditing): Promise<ExitCode> {
  const { values, positionals } = readArgs(args, OPTIONS, usage);
  const tenantId = tenantOf(values.tenant);
  const [seq, since, size] = [values.seq, values.since, values.size].map(numberOf);
  const isOneThing = (seq === undefined) !== (since === undefined);
  if (positionals.length > 0 || !tenantId || !isOneThing) throw usageError(usage);
  const log = await openLog(config);
  const pool = createPool({ ...log.connection, max: 1 });
  try {
    const publicKeys = await publicKeysOf(pool, log.signedHeadKeys);
    const find = (of: number | undefined) => findSignedHead(pool, tenantId, of, publicKeys);
    const signed = (await find(size)) ?? notSigned(tenantId, size);
    const proof =
      seq === undefined
        ? await proveBeginning(pool, signed, (await find(since)) ?? notSigned(tenantId, since))
        : await proveEvent(pool, signed, seq);
    out.say(out.isJson ? JSON.stringify(proof) : proof.text.trimEnd());
    return 0;
  } catch (error) {
    if (!(error instanceof DoesNotHold)) throw error;
    out.say(error.message);
    return 1;
  } finally {
    await pool.end();
    await log.close();
  }
}

const WHOLE = /^[1-9]\d{0,14}$/;

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!WHOLE.test(text)) throw usageError(usage);
  return Number(text);
}

function notSigned(tenantId: TenantId, size: number | undefined): never {
  const what = size === undefined ? "no signed head" : `no signed head of size ${size}`;
  throw new Error(`${tenantId} has ${what}`);
}

const base64 = (hashes: readonly Buffer[]): string[] => hashes.map((one) => one.toString("base64"));

async function proveEvent(db: Queryable, signed: StoredHead, seq: number) {
  const { tenantId, treeSize: size, root, note } = signed;
  if (seq > size) throw new Error(`event ${seq} is not signed: the signed head is at ${size}`);
  const index = seq - 1;
  const event = await eventAt(db, tenantId, seq);
  const proof = await rootsOfRanges(inclusionRanges(index, size), leavesOf(db, signed));
  const found = event && rootOfInclusion({ index, size, leaf: leafHash(leafOf(event)), proof });
  if (!event || !found?.equals(root)) {
    throw new DoesNotHold(`${tenantId}  seq ${seq}  the log is not what was signed: see verify`);
  }
  const extra = Buffer.from(eventLine(event)).toString("base64");
  const lines = ["c2sp.org/tlog-proof@v1", `extra ${extra}`, `index ${index}`, ...base64(proof)];
  return {
    tenantId,
    seq,
    index,
    treeSize: size,
    proof: base64(proof),
    note,
    text: `${lines.join("\n")}\n\n${note}`,
  };
}

async function proveBeginning(db: Queryable, signed: StoredHead, old: StoredHead) {
  const { tenantId, treeSize: second, root, note } = signed;
  const { treeSize: first, root: firstRoot } = old;
  if (first > second) throw new Error(`${first} is not before ${second}`);
  const proof = await rootsOfRanges(consistencyRanges(first, second), leavesOf(db, signed));
  if (!rootOfConsistency({ first, second, firstRoot, proof })?.equals(root)) {
    throw new DoesNotHold(`${tenantId}  seq ${first}  the log is not what was signed: see verify`);
  }
  const lines = [`old ${first}`, ...base64(proof)];
  return {
    tenantId,
    oldSize: first,
    treeSize: second,
    proof: base64(proof),
    note,
    text: `${lines.join("\n")}\n\n${note}`,
  };
}

async function eventAt(db: Queryable, tenantId: TenantId, seq: number) {
  for await (const [event] of logPages(db, tenantId, { after: seq - 1, upTo: seq })) return event;
  return undefined;
}

const PAGE = 20_000;

/** The stored leaves in order. The caller compares the resulting root with the signed one. */
async function* leavesOf(
  db: Queryable,
  { tenantId, treeSize }: StoredHead,
): AsyncGenerator<Buffer> {
  for (let after = 0; after < treeSize; after += PAGE) {
    const { rows } = await db.query<{ leaf: Buffer }>(
      "select leaf from es.events where tenant_id = $1 and seq > $2 and seq <= $3 order by seq",
      [tenantId, after, Math.min(after + PAGE, treeSize)],
    );
    for (const { leaf } of rows) yield leaf;
  }
}
