import type { AppendCommand, AppendOutcome } from "#command-api/event-store/append.ts";
import type { CommandContext, EventStore } from "#command-api/event-store/handle-command.ts";
import type { Head, Loaded } from "#command-api/event-store/load.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { ANY_REQUEST } from "#tests/kit/builders/append-commands.ts";
import { commandId, userId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";

export const context: CommandContext = {
  tenantId: tenant(1),
  actorId: userId(1),
  commandId: commandId(1),
  requestHash: ANY_REQUEST,
  meta: { source: "web" },
  occurredMs: 1000,
};

export const nothing: Head = { version: 0, onHand: undefined, state: undefined };

export const loaded = (heads: readonly Head[], over: Partial<Loaded> = {}): Loaded => ({
  tenantStatus: 1,
  before: undefined,
  heads,
  ...over,
});

export const outcome = (over: Partial<AppendOutcome> = {}): AppendOutcome => ({
  outcome: "ok",
  firstSeq: 1,
  lastSeq: 1,
  detail: undefined,
  recordedMs: 2000,
  effects: "[null]",
  ...over,
});

type Script = Readonly<{
  loads: readonly Loaded[];
  outcomes?: readonly AppendOutcome[];
  log?: readonly StoredEvent[];
}>;

/** An event store that returns the scripted answers in order, the last one repeatedly. */
export function createScriptedStore({ loads, outcomes = [], log = [] }: Script) {
  const appended: AppendCommand[] = [];
  let reads = 0;
  const append: EventStore["append"] = async (command) => {
    const answer = outcomes[Math.min(appended.length, outcomes.length - 1)];
    appended.push(command);
    if (!answer) throw new Error("the script has no append");
    return Promise.resolve(answer);
  };
  const store: EventStore = {
    load: async () => {
      const answer = loads[Math.min(reads, loads.length - 1)];
      reads += 1;
      if (!answer) throw new Error("the script has no load");
      return Promise.resolve(answer);
    },
    append,
    appendInOrder: (commands) => Promise.all(commands.map((command) => append(command))),
    read: {
      between: async (tenantId, firstSeq, lastSeq) =>
        Promise.resolve(
          log.filter((e) => e.tenantId === tenantId && e.seq >= firstSeq && e.seq <= lastSeq),
        ),
      ofStream: async (tenantId, streamId, version) =>
        Promise.resolve(
          log.find(
            (e) =>
              e.tenantId === tenantId && e.streamId === streamId && e.streamVersion === version,
          ),
        ),
      history: async (tenantId, streamIds, types) =>
        Promise.resolve(
          log.filter(
            (e) =>
              e.tenantId === tenantId &&
              streamIds.includes(e.streamId) &&
              types.some((type) => type === e.type),
          ),
        ),
    },
  };
  return { store, appended, loads: () => reads };
}
