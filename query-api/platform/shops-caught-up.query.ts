import { setTimeout as delay } from "node:timers/promises";

import type { Pool } from "pg";

const POLL_MS = 20;
const PATIENCE_MS = 300;

const NOW = {
  name: "platform-now",
  text: "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms",
};
const BEHIND = {
  name: "platform-shops-behind",
  text: "select exists (select from rm.behind() b where b.since_ms <= $1) as is_behind",
};

/**
 * What a super admin does to a shop stands in the shop's own log too, and the platform's lists are made of that: they
 * wait for all shops to show what was in their logs at this moment (I14). Not for long: sums may be a second old.
 */
export async function untilShopsCaughtUp(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ now_ms: number }>(NOW);
  const atMs = rows[0]?.now_ms ?? 0;
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const behind = await pool.query<{ is_behind: boolean }>({ ...BEHIND, values: [atMs] });
    if (behind.rows[0]?.is_behind !== true) return;
    await delay(POLL_MS);
  }
}
