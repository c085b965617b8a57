import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { AppendCommand, Outcome } from "#command-api/event-store/append.ts";
import { type Append, createGroupCommit } from "#command-api/event-store/group-commit.ts";
import { isTransient, type Pool } from "#kernel/node/postgres/connections.ts";
import { adding, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { openCuttingProxy } from "#tests/kit/fakes/cutting-proxy.ts";

const CALLERS = 64;
const CUTS = 40;
const SHOPS = Array.from({ length: 10 }, (_, index) => tenant(index + 1));
const milo = streamId(1);

let db: LogDatabase;
let proxy: Awaited<ReturnType<typeof openCuttingProxy>>;
let pools: Pool[];
beforeAll(async () => {
  db = await openLogDatabase();
  proxy = await openCuttingProxy(db.adminUrl);
  pools = [poolAs("cmd_writer", proxy.url, 3), poolAs("cmd_writer", proxy.url, 3)];
  await db.append(SHOPS.map((id) => adding(id, milo, 1_000_000, { newTenant: true })));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await proxy.close();
  await db.close();
});

/** Ends the backend of one busy connection, as a failover does. */
async function terminateOne(): Promise<number> {
  const rows = await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'cmd_writer'
      order by (state = 'active') desc, random() limit 1`,
  );
  return rows.length;
}

/** Repeats the command until it is answered: without an answer its outcome is unknown. */
async function sendUntilKnown(append: Append, command: AppendCommand): Promise<Outcome> {
  for (;;) {
    try {
      return (await append(command)).outcome;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
}

test("80 connections cut under load: repeated with the same keys, every acknowledged command is in the log once", async () => {
  const instances = pools.map((pool) => createGroupCommit({ db: pool }));
  const acknowledged: string[] = [];
  const heard: Outcome[] = [];
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const append = instances[caller % 2];
    for (let count = caller; append && !isOver; count += 1) {
      const command = selling(SHOPS[count % SHOPS.length] ?? tenant(1), [[milo, 1]]);
      heard.push(await sendUntilKnown(append, command));
      acknowledged.push(command.commandId);
    }
  });

  let terminated = 0;
  /**
   * A command that committed on a connection that was cut before the answer. It takes luck, so
   * repeat until there is one.
   */
  const isUntold = () => heard.includes("duplicate");
  while (terminated < CUTS || proxy.cuts() < CUTS || !isUntold()) {
    if (terminated < CUTS) terminated += await terminateOne();
    if (proxy.cuts() < CUTS || !isUntold()) proxy.cut();
    const before = acknowledged.length;
    // Load in between, so that some callers get through.
    while (acknowledged.length < before + 8) await delay(1);
  }
  isOver = true;
  await Promise.all(callers);

  const inLog = await db.query<{ id: string; n: number }>(
    "select command_id as id, count(*)::int as n from es.events where type = 'SaleRecorded' group by 1",
  );
  expect(inLog.filter(({ n }) => n > 1)).toEqual([]);
  expect(inLog.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  expect(new Set(heard)).toEqual(new Set(["ok", "duplicate"]));
  expect({ terminated, cut: proxy.cuts() >= CUTS }).toEqual({ terminated: CUTS, cut: true });
  for (const id of SHOPS) {
    const numbers = await db.numbersOf(id);
    expect(numbers).toEqual(gapless(numbers.events));
    expect(await db.onHand(id, [milo])).toEqual([1_000_000 - (numbers.events - 1)]);
  }
});
