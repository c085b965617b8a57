import { isDeepStrictEqual } from "node:util";

import type { LogDeviation } from "#kernel/verify/deviation.ts";

/** What of an event the state of its stream is folded from, and where it stands. */
export const EVENT = `e.seq, e.stream_id, e.stream_version, e.stream_type, e.type, e.schema_v, e.command_id, e.command_ix,
  e.actor_id, e.recorded_ms, e.occurred_ms, e.data::text as data, e.meta::text as meta, e.effects::text as effects`;

export const otherState = (seq: number, streamId: string): LogDeviation => ({
  seq,
  kind: "snapshot",
  message: `the state of stream ${streamId} is not what its events fold to`,
});

/** Key order is nobody's business. */
export function isState(expected: unknown, stored: string | null): boolean {
  if (expected === undefined || stored === null) return expected === undefined && stored === null;
  const state: unknown = JSON.parse(stored);
  const folded: unknown = JSON.parse(JSON.stringify(expected));
  return isDeepStrictEqual(state, folded);
}
