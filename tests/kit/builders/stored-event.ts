import { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { TenantId } from "#kernel/contract/ids.ts";

const idOf = (n: number) => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

export const tenant = (n: number): TenantId => TenantId.parse(idOf(n));

/**
 * Every tenant has the same streams, seqs and commands, so only the tenant distinguishes two
 * events.
 */
export const stored = (
  tenantId: TenantId,
  seq: number,
  over: Partial<StoredEvent> = {},
): StoredEvent => ({
  ...StoredEvent.parse({
    tenantId,
    seq,
    streamId: idOf(0xa0000 + seq),
    streamVersion: 1,
    streamType: "sale",
    type: "SaleRecorded",
    schemaV: 1,
    commandId: idOf(0xb0000 + seq),
    commandIx: 0,
    actorId: idOf(0xc0000),
    recordedMs: 1_790_000_000_000 + seq,
    occurredMs: 1_789_000_000_000 + seq,
    data: `{ "total":1250, "note":"café ₵ 😀"}`,
    meta: '{"source":"web","requestId":"r-1"}',
    effects: '{"stock":[["p",-3,7]]}',
  }),
  ...over,
});

export const series = (tenantId: TenantId, from: number, to: number): StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => stored(tenantId, from + i));
