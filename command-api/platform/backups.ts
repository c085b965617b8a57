import * as z from "zod/mini";

import {
  type CommandContext,
  type EventStore,
  handleCommand,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { systemContext } from "#command-api/event-store/system-context.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { BackupTaken, RestoreTested } from "#kernel/contract/events/platform.ts";
import { PLATFORM_TENANT_ID, StreamId, SYSTEM_ID } from "#kernel/contract/ids.ts";
import { InvariantError, isRejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { Alert } from "./system-alerts.ts";

type NoteBackup = Readonly<{ type: "NoteBackup" } & BackupTaken["data"]>;
type NoteRestoreTest = Readonly<{ type: "NoteRestoreTest" } & RestoreTested["data"]>;

/**
 * The state that the alarms read: when the last backup was taken, and if the last restore test
 * passed.
 */
const Backups = z.object({ lastMs: z.nullable(z.int()), isSound: z.boolean() });
type Backups = z.infer<typeof Backups>;

export const backups: Decider<
  NoteBackup | NoteRestoreTest,
  Backups,
  BackupTaken | RestoreTested,
  never
> = {
  streamType: "backup",
  initialState: { lastMs: null, isSound: true },
  parseState: (stored) => Backups.parse(stored),

  decide(command) {
    switch (command.type) {
      case "NoteBackup": {
        const { type: _, ...data } = command;
        return [{ type: "BackupTaken", data }];
      }
      case "NoteRestoreTest": {
        const { type: _, ...data } = command;
        return [{ type: "RestoreTested", data }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "BackupTaken":
        return { ...state, lastMs: event.data.takenMs };
      case "RestoreTested":
        return { ...state, isSound: event.data.ok };
    }
  },
};

export const BACKUPS = StreamId.parse(derivedId(PLATFORM_TENANT_ID, "backups"));

/** The snapshot of the backups' stream; without one, nothing was ever backed up. */
export const parseBackups = (state: unknown): Backups =>
  Backups.safeParse(state).data ?? backups.initialState;

/** A backup is late after a day, plus two hours for taking the next one. */
const LATE_MS = 26 * 3_600_000;

/**
 * Alerts from the snapshot of the backups' stream. Without a snapshot, lateness counts from
 * `sinceMs`.
 */
export function backupAlerts(
  state: unknown,
  { nowMs, sinceMs }: Readonly<{ nowMs: number; sinceMs: number | null }>,
): readonly Alert[] {
  const { lastMs, isSound } = parseBackups(state);
  const fromMs = lastMs ?? sinceMs ?? nowMs;
  const since = new Date(fromMs).toISOString();
  const late =
    lastMs === null ? "No backup was ever taken" : `The last backup was taken at  ${since}`;
  return [
    ...(nowMs - fromMs > LATE_MS
      ? [{ alertId: "backup-late", kind: "backup-late", message: late }]
      : []),
    ...(isSound
      ? []
      : [
          {
            alertId: "restore-failed",
            kind: "restore-failed",
            message: "The last backup failed its restore test",
          },
        ]),
  ];
}

export const noteBackup = (
  store: EventStore,
  data: BackupTaken["data"],
  nowMs: number,
): Promise<void> =>
  note(store, { type: "NoteBackup", ...data }, contextOf(data.backupId, "taken", nowMs));

export const noteRestoreTest = (
  store: EventStore,
  data: RestoreTested["data"],
  nowMs: number,
): Promise<void> =>
  note(
    store,
    { type: "NoteRestoreTest", ...data },
    contextOf(data.backupId, `tested ${nowMs}`, nowMs),
  );

const contextOf = (about: string, what: string, nowMs: number): CommandContext =>
  systemContext({ tenantId: PLATFORM_TENANT_ID, actorId: SYSTEM_ID, about, what, nowMs });

async function note(
  store: EventStore,
  command: NoteBackup | NoteRestoreTest,
  context: CommandContext,
): Promise<void> {
  const outcome = await handleCommand<never>(store, context, {
    streams: [BACKUPS],
    decide: ([head = NO_HEAD]) =>
      planStream({ decider: backups, streamId: BACKUPS, head, command }),
  });
  if (isRejection(outcome)) throw new InvariantError(`not noted: ${outcome.rejected}`);
}
