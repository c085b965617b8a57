import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { PROJECTIONS } from "#projector/projections/catalogue.ts";

import type { Violation } from "./checks/evidence.ts";
import { listOf } from "./read-lists.ts";
import { SHOPS, type World } from "./world.ts";

const WITHIN_MS = 10_000;
const EVERY_MS = 20;

const Behind = z.array(z.object({ what: z.string(), n: z.int() }));

/** What has not reached the end of the log, or is not done. */
const BEHIND = `
  select 'read models' as what, count(*)::int as n
    from es.tenant_heads h cross join unnest($1::text[]) p (name)
    left join rm.checkpoints c on c.tenant_id = h.tenant_id and c.projection = p.name
   where h.seq > coalesce(c.seq, 0)
     and not exists (select from rm.projection_parked k where k.tenant_id = h.tenant_id and k.projection = p.name)
  union all
  select 'events for the bus', count(*)::int from es.tenant_heads h
    left join es.relay_cursors c on c.tenant_id = h.tenant_id where h.seq > coalesce(c.seq, 0)
  union all
  -- A connection that was cut may still commit.
  select 'writes', count(*)::int from pg_stat_activity
   where datname = current_database() and usename = 'cmd_writer' and state <> 'idle'`;

/** The reactions, which write to the log themselves. */
const REACTIONS_BEHIND = `
  select 'events for the reactions' as what, count(*)::int as n from es.tenant_heads h
    left join es.reactor_cursors c on c.tenant_id = h.tenant_id where h.seq > coalesce(c.seq, 0)
  union all
  -- A job that failed is tried again after a second.
  select 'jobs', count(*)::int from jobs.job
   where name = 'reactions' and state < 'active' and start_after <= clock_timestamp() + interval '5 s'
  union all
  -- A job whose worker was killed is taken again after a minute; the run does not wait for that.
  select 'jobs at work', count(*)::int from jobs.job
   where name = 'reactions' and state = 'active' and started_on > clock_timestamp() - interval '1 s'`;

/**
 * Waits until everything has caught up, as it must without any help once the faults are over. Then
 * the reactor ends, so that no job writes to the log while it is checked.
 */
export async function settle(world: World): Promise<readonly Violation[]> {
  const life = world.reader.now();
  // The lists that the people open now; a reader asks the projectors to hurry.
  if (life) {
    await Promise.all(
      SHOPS.map((tenantId) => listOf(life, tenantId, "sell").catch(() => undefined)),
    );
  }
  const late = await caughtUp(world, `${BEHIND} union all ${REACTIONS_BEHIND}`);
  // It is cleaned up with the others.
  void world.reactor.end();
  return late.length > 0 ? late : caughtUp(world, BEHIND);
}

async function caughtUp({ admin }: World, question: string): Promise<readonly Violation[]> {
  const startedAt = performance.now();
  const names = PROJECTIONS.map(({ name }) => name);
  for (;;) {
    const { rows } = await admin.query<object>(question, [names]);
    const behind = Behind.parse(rows).filter(({ n }) => n > 0);
    if (behind.length === 0) return [];
    if (performance.now() - startedAt > WITHIN_MS) {
      return behind.map(({ what, n }) => ({
        rule: "everything catches up when the faults are over",
        message: `${what}: ${n} still behind after ${WITHIN_MS} ms`,
      }));
    }
    await delay(EVERY_MS);
  }
}
