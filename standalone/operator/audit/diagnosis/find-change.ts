import type { Found } from "#kernel/verify/deviation.ts";
import { type LeafFields, leafOf } from "#kernel/verify/hashes.ts";

import { byteBefore } from "./byte-before.ts";
import { type Changed, type Field, guesses } from "./guesses.ts";

// The leaf says that an event is not what was recorded, not what of it. Where one thing alone was changed, the
// event as it was is among those that can be tried: its leaf is the one that is stored.

export function findChange(changed: Changed): Omit<Found, "seq"> {
  const { row, wasSeq } = changed;
  const fields: LeafFields = { ...row, seq: wasSeq };
  for (const { field, values } of guesses(changed, fields)) {
    for (const value of values) {
      if (!leafOf({ ...fields, [field]: value }).equals(row.leaf)) continue;
      return { kind: kindOf(field), message: `its ${NAMES[field]} was ${String(value)}` };
    }
  }
  for (const field of ["data", "meta", "effects"] as const) {
    const was = byteBefore(fields, field, row.leaf);
    if (was) return { kind: kindOf(field), message: `its ${NAMES[field]}: ${was}` };
  }
  return { kind: "payload", message: "the event is not what was recorded" };
}

const PAYLOAD: ReadonlySet<Field> = new Set<Field>(["data", "effects"]);
const kindOf = (field: Field): Found["kind"] => (PAYLOAD.has(field) ? "payload" : "metadata");

const NAMES: Readonly<Record<Field, string>> = {
  tenantId: "tenant",
  seq: "number",
  streamId: "stream",
  streamVersion: "version in its stream",
  streamType: "kind of stream",
  type: "type",
  schemaV: "schema version",
  commandId: "command",
  commandIx: "place in its command",
  actorId: "actor",
  recordedMs: "time of recording",
  occurredMs: "time",
  data: "data",
  meta: "metadata",
  effects: "effects",
};
