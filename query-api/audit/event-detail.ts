import * as z from "zod/mini";

import type { AuditEventDetail } from "#kernel/contract/api/audit.ts";
import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";

import { parsed, eventDescriber, toItem } from "./describe-row.ts";
import { changesIn } from "./event-changes.ts";
import type { EventBody } from "./event.query.ts";
import { columnOf, columnsIn } from "./opened-texts.ts";
import { proveEvent } from "./prove-event.ts";

export function toEventDetail(body: EventBody): AuditEventDetail {
  const { row } = body;
  const { event } = row;
  const read = parsed(row);
  return {
    ...toItem(row, eventDescriber(body)),
    stream_id: event.streamId,
    stream_type: event.streamType,
    stream_version: event.streamVersion,
    schema_v: event.schemaV,
    command_id: event.commandId,
    command_ix: event.commandIx,
    ...(read ? readOf(read, body) : UNREADABLE),
    data: event.data,
    meta: event.meta,
    effects: event.effects,
    leaf: row.leaf,
    chain: row.chain,
    ...provenOf(body),
  };
}

const UNREADABLE = { source: "", device: null, session: null, changes: [] };

const readOf = (event: RecordedEvent, body: EventBody) => ({
  source: event.meta.source,
  device: event.meta.device ?? null,
  session: event.meta.sid ?? null,
  changes: changesOf(event, body),
});

const UNSIGNED = { checkpoint: null, proof: [], holds: null };

function provenOf(body: EventBody) {
  const { checkpoint, row } = body;
  const proven = proveEvent(TenantId.parse(row.event.tenantId), body);
  if (!checkpoint || !proven) return UNSIGNED;
  return {
    checkpoint: {
      tree_size: checkpoint.treeSize,
      root: checkpoint.root,
      note: checkpoint.note,
      signed_at: new Date(checkpoint.signedMs).toISOString(),
    },
    proof: proven.proof.map((hash) => hash.toString("hex")),
    holds: proven.holds,
  };
}

function changesOf(event: RecordedEvent, body: EventBody) {
  const { open } = eventDescriber(body).contextOf(body.row, event);
  const before = textsBefore(event, body.before);
  return changesIn(event, {
    currency: Currency.safeParse(body.currency).data ?? "GHS",
    open: (sealed) => open(sealed) ?? before.get(sealed),
    sealed: event.streamType === "customer" || event.streamType === "sale" ? "erased" : "sealed",
  });
}

const Changed = z.record(z.string(), z.optional(z.object({ from: z.unknown() })));

/** The previous texts of the sealed fields that this event changed. */
function textsBefore(event: RecordedEvent, before: readonly string[]): ReadonlyMap<string, string> {
  if (event.type !== "CustomerDetailsChanged") return new Map();
  const said = Object.fromEntries(before.flatMap((one) => Object.entries(columnsIn(one))));
  const texts = new Map<string, string>();
  for (const [field, change] of Object.entries(Changed.parse(event.data.changes))) {
    const text = said[columnOf(field)];
    if (typeof change?.from === "string" && typeof text === "string") texts.set(change.from, text);
  }
  return texts;
}
