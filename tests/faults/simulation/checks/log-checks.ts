import type { Check, Evidence, LoggedEvent } from "./evidence.ts";

/** A finding for each tenant's log. */
const ofEachLog = (
  { logs }: Evidence,
  check: (events: readonly LoggedEvent[], tenantId: string) => readonly string[],
): string[] =>
  [...logs].flatMap(([tenantId, events]) =>
    check(events, tenantId).map((message) => `${tenantId}: ${message}`),
  );

export const numbered: Check = async (evidence) => {
  const { rows } = await evidence.world.admin.query<{ tenant_id: string; seq: number }>(
    "select tenant_id, seq::int from es.tenant_heads",
  );
  const heads = new Map(rows.map(({ tenant_id: tenantId, seq }) => [tenantId, seq]));
  return ofEachLog(evidence, (events, tenantId) => {
    const wrong = events.find(({ event }, index) => event.seq !== index + 1);
    const streams = Map.groupBy(events, ({ event }) => event.streamId);
    const torn = [...streams].filter(([, own]) =>
      own.some(({ event }, index) => event.streamVersion !== index + 1),
    );
    return [
      ...(wrong ? [`event ${wrong.event.seq} follows a gap`] : []),
      ...(heads.get(tenantId) === events.length ? [] : ["the head is not the last event"]),
      ...torn.map(([id]) => `stream ${id} has a gap or a repeat`),
    ];
  });
};

export const inOrderOfTime: Check = (evidence) =>
  ofEachLog(evidence, (events) =>
    events.flatMap(({ event }, index) => {
      const before = events[index - 1]?.event.recordedMs ?? 0;
      return event.recordedMs < before
        ? [
            `event ${event.seq} was recorded ${before - event.recordedMs} ms before the one before it`,
          ]
        : [];
    }),
  );

export const tailIsWhole: Check = (evidence) =>
  ofEachLog(evidence, (events, tenantId) => {
    const tails = [...evidence.audits.tail].filter(([id]) => id === tenantId);
    const tail = tails.flatMap(([, seen]) => seen);
    const at = events.findIndex(({ leaf }, index) => tail[index]?.leaf !== leaf);
    if (at !== -1) return [`the reader that followed the log has no event ${at + 1} as it is now`];
    return tail.length === events.length ? [] : ["the reader saw events that are gone"];
  });

export const chainHolds: Check = ({ audits }) => [...new Set(audits.alarms)];

/** Each event at least once, and none for the first time before an earlier one. */
export const relayedInOrder: Check = (evidence) =>
  ofEachLog(evidence, (events, tenantId) => {
    const firsts = [...new Set(evidence.world.accepted.get(tenantId))];
    const at = events.findIndex(({ event }, index) => firsts[index] !== event.seq);
    return at === -1 ? [] : [`event ${at + 1} was not sent, or was sent after event ${firsts[at]}`];
  });
