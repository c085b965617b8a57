import {
  type AccountRefusal,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import type { EraseSubject } from "#command-api/event-store/erase-subject.ts";
import type { ShellRejectionCode } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { StreamId, TenantId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { ErasedSubject, ErasureList } from "#kernel/node/erased-list.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { repeatEvery } from "#kernel/node/time.ts";

export type ErasureOptions = Readonly<{
  accounts: Accounts;
  /** Without it, erasures are recorded only in the database. */
  list?: ErasureList | undefined;
  log: Log;
}>;

export type Erasure = Readonly<{ erase: EraseSubject; stop: () => Promise<void> }>;

const CHECK_EVERY_MS = 15_000;

/**
 * Erases people in three steps: first the event and the row that stops all reads, in one
 * transaction; then the list outside the database; the key last. If a process dies in between, the
 * next check of any process finishes the work.
 */
export function startErasure(options: ErasureOptions): Erasure {
  const { accounts, log } = options;
  const stopping = new AbortController();
  const checking = repeatEvery("unfinished erasures", () => finishErasures(options), {
    everyMs: CHECK_EVERY_MS,
    log,
    signal: stopping.signal,
  });
  return {
    erase: async (context, { subjectId, decide }) => {
      const { tenantId } = context;
      const streams = { own: [StreamId.parse(subjectId)] };
      const outcome = await runAccountCommand(accounts, context, {
        streams,
        work: async (client, { own: [head = NO_HEAD] }) => {
          const planned = decide(head);
          if (isRejection(planned)) return planned;
          const values = [tenantId, subjectId, context.occurredMs];
          await client.query("select es.note_erased($1, $2, $3)", values);
          return { own: planned };
        },
      });
      if (isRejection(outcome)) return toCommandRejection(outcome);
      // The erasure is committed. A failure of the remaining steps is retried, not reported.
      await finishErasures(options).catch((err: unknown) => {
        log.warn({ err }, "erasure not finished yet, retrying in 15 s");
      });
      return undefined;
    },
    stop: async () => {
      stopping.abort();
      await checking;
    },
  };
}

type Row = { tenant_id: string; subject_id: string; erased_ms: number };

/** Adds missing entries to the outside list, then destroys the keys. */
async function finishErasures({
  accounts: { pool, clock },
  list,
}: Omit<ErasureOptions, "log">): Promise<void> {
  const { rows } = await pool.query<Row>("select * from es.unfinished_erasures()");
  for (const row of rows) {
    await list?.add(toErased(row));
    await pool.query("select es.finish_erasure($1, $2, $3)", [
      row.tenant_id,
      row.subject_id,
      clock(),
    ]);
  }
}

const toErased = ({ tenant_id, subject_id, erased_ms }: Row): ErasedSubject => ({
  tenantId: TenantId.parse(tenant_id),
  subjectId: subject_id,
  erasedMs: erased_ms,
});

const COMMAND_CODES = {
  "concurrent-change": "concurrent-change",
  "version-mismatch": "version-mismatch",
  "key-reused": "key-reused",
  "tenant-suspended": "not-signed-in",
  "tenant-not-found": "unknown-tenant",
  "plan-limit-reached": "plan-limit-reached",
  "server-updating": "server-updating",
} as const satisfies Record<AccountRefusal, ShellRejectionCode>;

const isAccountRefusal = (code: string): code is AccountRefusal =>
  Object.hasOwn(COMMAND_CODES, code);

/** Translates to the codes that other commands use. */
const toCommandRejection = <Code extends string>({
  rejected,
  detail,
}: Rejection<Code | AccountRefusal>): Rejection<Code | ShellRejectionCode> =>
  reject<Code | ShellRejectionCode>(
    isAccountRefusal(rejected) ? COMMAND_CODES[rejected] : rejected,
    detail,
  );
