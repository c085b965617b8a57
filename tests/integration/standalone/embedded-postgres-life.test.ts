import { describe, expect, test, vi } from "vitest";

import { runningPostgresUrl } from "#standalone/product/postgres/embedded-postgres.ts";
import { isProcessAlive } from "#standalone/product/postgres/process-alive.ts";

import { ask, dataFolderPerTest } from "./data-folder.ts";

const folder = dataFolderPerTest();

describe("two at once", () => {
  test("the second says who is running", async () => {
    const first = folder.product();
    await first.heard("adminUrl");
    await expect(folder.start()).rejects.toThrow(`Already running as pid ${first.pid} `);
  });

  test("of two concurrent first starts one wins and the other names it", async () => {
    const [one, other] = [folder.product(), folder.product()];
    await Promise.race([one.heard("problem"), other.heard("problem")]);
    const [winner, loser] = one.said().some(({ problem }) => problem) ? [other, one] : [one, other];
    const { problem } = await loser.heard("problem");
    expect(problem).toContain(`StartProblem: Already running as pid ${winner.pid} `);
    const { adminUrl = "" } = await winner.heard("adminUrl");
    expect(await ask(adminUrl, "select 1")).toBe("1");
  });
});

describe("when the product is killed", () => {
  test("the server goes on and the next start adopts it, with the same port and password", async () => {
    const killed = folder.product();
    const { adminUrl } = await killed.heard("adminUrl");
    const pid = await folder.postmasterPid();
    await killed.kill();
    const next = await folder.start();
    expect(next).toMatchObject({ adopted: true, adminUrl });
    expect(await folder.postmasterPid()).toBe(pid);
    await next.stop();
    expect(isProcessAlive(pid)).toBe(false);
  });

  test("Ctrl-C reaches the product alone, so it can stop the server in order", async () => {
    const running = folder.product();
    const { adminUrl = "" } = await running.heard("adminUrl");
    running.interruptGroup();
    await running.heard("interrupted");
    expect(await ask(adminUrl, "select 1")).toBe("1");
    await running.stop();
    expect(await runningPostgresUrl(folder.path())).toBeUndefined();
  });
});

describe("while the product runs", () => {
  test("a killed server comes back on its port, with what was acknowledged", async () => {
    const { adminUrl } = await folder.start();
    await ask(adminUrl, "create table kept as select 42 as answer");
    process.kill(await folder.postmasterPid(), "SIGKILL");
    await vi.waitFor(
      async () => expect(await ask(adminUrl, "select answer from kept")).toBe("42"),
      {
        timeout: 15_000,
      },
    );
    expect(folder.lines()).toContain("The database went away");
  });

  test("the lock is taken again when only its session was cut", async () => {
    const { adminUrl } = await folder.start();
    await ask(
      adminUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tillbook pid %'",
    );
    await vi.waitFor(() => expect(folder.lines()).toContain("The database is back"), {
      timeout: 15_000,
    });
    const second = folder.product();
    const { problem } = await second.heard("problem");
    expect(problem).toContain(`Already running as pid ${process.pid} `);
  });

  test("a command beside it learns where the database is", async () => {
    const { adminUrl, stop } = await folder.start();
    expect(await runningPostgresUrl(folder.path())).toBe(adminUrl);
    await stop();
    expect(await runningPostgresUrl(folder.path())).toBeUndefined();
  });
});
