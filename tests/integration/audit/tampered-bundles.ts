import { createHash } from "node:crypto";

import * as z from "zod/mini";

import { chainAfter, genesis, leafOf } from "#kernel/verify/hashes.ts";
import {
  OTHERS,
  OURS,
} from "#tests/integration/command-api/event-store/head-signer/sealed-logs.ts";

import { SIGNED } from "./exported.ts";

export const textOf = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join("");

/** With a matching manifest: an attacker can count and hash, too. */
export function refitted(lines: readonly string[]): string[] {
  const front = lines.slice(0, -1);
  const count = (kind: string) => front.filter((line) => isOf(kind, line)).length;
  const sha256 = createHash("sha256").update(textOf(front)).digest("hex");
  const counts = { checkpoints: count("checkpoint"), keys: count("key"), events: count("event") };
  return [...front, JSON.stringify({ kind: "manifest", ...counts, sha256 })];
}

const isOf = (kind: string, line: string): boolean => line.startsWith(`{"kind":"${kind}"`);

type Place = Readonly<{ kind: string; n?: number }>;
type Change = (lines: readonly string[]) => string[];

const indexOf = (lines: readonly string[], { kind, n = 0 }: Place): number =>
  lines.findIndex((line) => isOf(kind, line)) + n;

/** One line with one text in it replaced by another. */
export const changed =
  (place: Place, from: string | RegExp, to: string): Change =>
  (lines) => {
    const index = indexOf(lines, place);
    const line = lines[index] ?? "";
    const other = line.replace(from, to);
    if (other === line) throw new Error(`nothing of ${line} was changed`);
    return lines.with(index, other);
  };

const without =
  (place: Place): Change =>
  (lines) =>
    lines.toSpliced(indexOf(lines, place), 1);

const added =
  (place: Place, line: string): Change =>
  (lines) =>
    lines.toSpliced(indexOf(lines, place), 0, line);

const doubled =
  (place: Place): Change =>
  (lines) =>
    added(place, lines[indexOf(lines, place)] ?? "")(lines);

/** Includes the line that follows. */
const swapped =
  (place: Place): Change =>
  (lines) => {
    const index = indexOf(lines, place);
    const [one = "", two = ""] = lines.slice(index, index + 2);
    return lines.toSpliced(index, 2, two, one);
  };

const EventLine = z.looseObject({
  seq: z.int(),
  streamId: z.string(),
  streamVersion: z.int(),
  streamType: z.string(),
  type: z.string(),
  schemaV: z.int(),
  commandId: z.string(),
  commandIx: z.int(),
  actorId: z.string(),
  recordedMs: z.int(),
  occurredMs: z.int(),
  data: z.string(),
  meta: z.string(),
  effects: z.nullable(z.string()),
});

/**
 * A sale with another amount by an attacker who knows the format: everything fits but the
 * signatures.
 */
export function rewritten(lines: readonly string[]): string[] {
  let chain = genesis(OURS);
  return lines.map((line) => {
    if (!isOf("event", line)) return line;
    const stored = EventLine.parse(JSON.parse(line));
    const data = stored.seq === 9 ? stored.data.replace("4500", "45") : stored.data;
    const forged = { ...stored, data };
    chain = chainAfter(chain, leafOf({ ...forged, tenantId: OURS }));
    return JSON.stringify({ ...forged, chain: chain.toString("base64") });
  });
}

const event = (n = 0): Place => ({ kind: "event", n });
const checkpoint = (n = 0): Place => ({ kind: "checkpoint", n });
const STRANGER = JSON.stringify({
  kind: "key",
  keyId: "66687aadf862bd77",
  publicKey: Buffer.alloc(32).toString("base64"),
});
const quoted = String.raw;

/** Changes of a bundle that must be found without the log. */
export const TAMPERED: readonly (readonly [what: string, change: Change])[] = [
  ["a byte of an event's data", changed(event(3), "Milo", "Mila")],
  ["a quantity", changed(event(5), quoted`\"quantity\":1`, quoted`\"quantity\":2`)],
  ["white space in an event's data", changed(event(3), quoted`\"lines\":`, quoted`\"lines\": `)],
  ["its metadata", changed(event(4), quoted`\"web\"`, quoted`\"wab\"`)],
  ["its effects", changed(event(6), quoted`{\"stock\"`, quoted`{\"stick\"`)],
  ["its effects taken out", changed(event(6), /"effects":.*,"chain"/, '"effects":null,"chain"')],
  ["who did it", changed(event(7), '"actorId":"0', '"actorId":"1')],
  ["when it was recorded", changed(event(8), '"recordedMs":1', '"recordedMs":2')],
  ["when it occurred", changed(event(9), '"occurredMs":1', '"occurredMs":2')],
  ["its type", changed(event(9), "SaleRecorded", "SaleVoided")],
  ["its number as another kind of number", changed(event(9), '"seq":10', '"seq":10.0')],
  ["a field more", changed(event(9), '"seq"', '"note":"paid","seq"')],
  ["a field twice", changed(event(9), '"type"', '"type":"SaleVoided","type"')],
  ["its chain", changed(event(10), /"chain":"../, '"chain":"AA')],
  ["an event taken out", without(event(11))],
  ["the first event taken out", without(event())],
  ["the last event taken out", without(event(SIGNED - 1))],
  ["an event doubled", doubled(event(12))],
  ["two events swapped", swapped(event(13))],
  ["another tenant", changed({ kind: "bundle" }, OURS, OTHERS)],
  ["another size", changed({ kind: "bundle" }, `"size":${SIGNED}`, '"size":25')],
  ["a signed size", changed(checkpoint(1), quoted`\n15\n`, quoted`\n16\n`)],
  ["a signed time", changed(checkpoint(3), "signed 1", "signed 2")],
  ["a signature", changed(checkpoint(3), /(— \S+ .{8})(.)/, "$1$1")],
  ["a signed head removed", without(checkpoint(1))],
  ["the last signed head removed", without(checkpoint(3))],
  ["two signed heads swapped", swapped(checkpoint(1))],
  ["a key taken out", without({ kind: "key" })],
  ["a key more", added({ kind: "key" }, STRANGER)],
  ["a line of another kind", added(event(), '{"kind":"remark"}')],
];
