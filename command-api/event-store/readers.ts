import { EVENT_FORMAT, formatOf } from "#kernel/contract/event-types.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import type { PlannedEvent } from "./plan.ts";

/** The processes that read the log of this database, of this build and of others. */
export type Readers = Readonly<{
  /** Whether each of them can read events of this format. */
  understand: (format: number) => Promise<boolean>;
}>;

const LOOK_EVERY_MS = 3_000;
/** An older process that was seen may only be connecting again. */
const GONE_AFTER_MS = 10_000;

/**
 * An older process parks tenants whose events it does not know, so nothing of a new format is
 * written while one is connected. Each names its format when it connects; builds before format 2
 * named none.
 */
export function createReaders(
  readLowest: () => Promise<number>,
  nowMs: () => number = () => performance.now(),
): Readers {
  let looked: Readonly<{ atMs: number; lowest: Promise<number> }> | undefined;
  let older: Readonly<{ atMs: number; format: number }> | undefined;

  async function look(): Promise<number> {
    const format = await readLowest();
    if (format < EVENT_FORMAT) older = { atMs: nowMs(), format };
    const isRecent = older !== undefined && nowMs() - older.atMs < GONE_AFTER_MS;
    return older && isRecent ? Math.min(format, older.format) : format;
  }

  return {
    async understand(format) {
      if (format <= 1) return true;
      if (!looked || nowMs() - looked.atMs >= LOOK_EVERY_MS) {
        const lowest = look();
        looked = { atMs: nowMs(), lowest };
        lowest.catch(() => (looked = undefined));
      }
      return (await looked.lowest) >= format;
    },
  };
}

/** Command APIs read the log too: they keep snapshots of streams, and react to events. */
const LOWEST = `
  select coalesce(min(coalesce(substring(a.application_name from '^format=(\\d+) ')::int, 1)), $1::int) as format
    from pg_stat_activity a
   where a.datname = current_database()
     and a.application_name ~ '^(format=\\d+ )?(projector|query-api|command-api)'`;

/** The lowest format that a connected process reads; any role may see the names of connections. */
export async function lowestFormat(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ format: number }>({
    name: "lowest event format",
    text: LOWEST,
    values: [EVENT_FORMAT],
  });
  return rows[0]?.format ?? EVENT_FORMAT;
}

/** The format that a reader of all these events must know. */
export const formatOfAll = (events: readonly PlannedEvent[]): number =>
  Math.max(
    1,
    ...events.map(({ event }) =>
      hasUntaxedLine(event) || isWithoutEmail(event) ? 2 : formatOf(event.type),
    ),
  );

/** An older process would drop the category of such a line from its read model. */
const hasUntaxedLine = ({ data }: PlannedEvent["event"]): boolean =>
  "lines" in data && data.lines.some(({ taxCategory }) => taxCategory !== undefined);

/** An older process needs the email of each person who is invited. */
const isWithoutEmail = (event: PlannedEvent["event"]): boolean =>
  event.type === "StaffInvited" && event.data.email === undefined;
