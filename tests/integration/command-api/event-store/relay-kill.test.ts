import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { tenant } from "#tests/kit/builders/stored-event.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { openLog, type RelayedLog } from "./relay-shop.ts";

const tenants = [tenant(1), tenant(2), tenant(3)];
const WAIT = { timeout: 20_000, interval: 10 };
const PROCESS = fileURLToPath(new URL("./relay-process.ts", import.meta.url));

type Published = Readonly<{ tenantId: string; seq: number }>;

describeWith(["postgres"], "a relay in its own process", () => {
  let log: RelayedLog;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    log = await openLog();
  }, 60_000);
  afterEach(async () => {
    const running = children
      .splice(0)
      .filter(({ exitCode, signalCode }) => !exitCode && !signalCode);
    await Promise.all(running.map(kill));
    await log.close();
  });

  async function kill(child: ChildProcess): Promise<void> {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  function startProcess() {
    const child = spawn(process.execPath, [PROCESS, JSON.stringify(log.database)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    const published: Published[] = [];
    const started = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [tenantId = "", seq] = line.split(" ");
      if (seq === undefined) started.resolve();
      else published.push({ tenantId, seq: Number(seq) });
    });
    return { published, started: started.promise, kill: () => kill(child) };
  }

  async function readEpoch(): Promise<number> {
    const { rows } = await log.relayPool.query<{ epoch: number }>(
      "select epoch from es.relay_leader where id",
    );
    return rows[0]?.epoch ?? 0;
  }

  const seqsOf = (published: readonly Published[], tenantId: string) =>
    published.filter((one) => one.tenantId === tenantId).map(({ seq }) => seq);

  test("may be killed five times under load: another leads within 3 s and no event is lost", async () => {
    const all = [startProcess()];
    for (let kills = 1; kills <= 5; kills += 1) {
      const leader = all.at(-1);
      await vi.waitFor(async () => expect(await readEpoch()).toBe(kills), WAIT);
      const next = startProcess();
      all.push(next);
      await next.started;
      const appending = log.append(tenants, 300);
      await vi.waitFor(() => expect(leader?.published.length).toBeGreaterThan(0), WAIT);
      await leader?.kill();
      const killedAt = performance.now();
      await vi.waitFor(async () => expect(await readEpoch()).toBe(kills + 1), WAIT);
      expect(performance.now() - killedAt).toBeLessThan(3_000);
      await appending;
    }
    for (const tenantId of tenants) {
      await vi.waitFor(() => {
        const seen = new Set(all.flatMap(({ published }) => seqsOf(published, tenantId)));
        expect(seen.size).toBe(1_500);
      }, WAIT);
      for (const { published } of all) {
        const seqs = seqsOf(published, tenantId);
        const first = seqs[0] ?? 1;
        expect(seqs).toEqual(seqs.map((_, place) => first + place));
      }
    }
  }, 120_000);
});
