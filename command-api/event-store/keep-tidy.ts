import type { Log } from "#kernel/node/logging/logger.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

const HOUR_MS = 3_600_000;
/** Keys are remembered for 7 days: one sent again on the 6th still gets the first answer. */
const KEYS_KEPT_MS = 7 * 24 * HOUR_MS;

/** Hourly: forgets old idempotency keys and makes the months of the access log that come next. */
export function keepTidy(
  pool: Pool,
  { clock, log }: Readonly<{ clock: Clock; log: Log }>,
): Readonly<{ stop: () => Promise<void> }> {
  let running = Promise.resolve();
  const tidy = async (): Promise<void> => {
    try {
      await pool.query("select audit.ensure_months($1)", [clock()]);
      await forgetKeys(pool, clock() - KEYS_KEPT_MS);
    } catch (err) {
      log.warn({ err }, "tidying up failed, the next hour tries again");
    }
  };
  const timer = setInterval(() => {
    running = tidy();
  }, HOUR_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function forgetKeys(pool: Pool, beforeMs: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ gone: number }>("select es.forget_commands($1) as gone", [
      beforeMs,
    ]);
    if (!rows[0]?.gone) return;
  }
}
