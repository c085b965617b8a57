import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { send } from "#tests/kit/http/raw-http.ts";
import { type Failure, inFlight, startRequests } from "#tests/kit/product/steady-requests.ts";
import { row } from "#tests/scorecard/row.ts";

let child: ChildProcessWithoutNullStreams;
let heard = "";
let port = 0;

async function until(words: RegExp): Promise<string> {
  for (;;) {
    const found = words.exec(heard);
    if (found !== null) return found[1] ?? "";
    await once(child.stdout, "data");
  }
}

beforeEach(async () => {
  heard = "";
  child = spawn(process.execPath, ["tests/kit/product/closing-server.ts"]);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (heard += chunk));
  port = Number(await until(/port (\d+)/));
});
afterEach(() => child.kill("SIGKILL"));

const exit = async () => {
  const [code]: unknown[] = await once(child, "exit");
  return code;
};

describe.each(["SIGTERM", "SIGINT"] as const)("%s", (signal) => {
  test("finishes requests in flight, sends others elsewhere and exits with 0", async () => {
    const slow = send({ port, path: "/slow", agent: new Agent({ keepAlive: true }) });
    await until(/(begun)/);
    const ended = exit();
    child.kill(signal);
    await until(/("msg":"closing")/);

    const refused = await send({ port, path: "/slow" });
    expect(refused).toMatchObject({ status: 503, headers: { "x-not-begun": "1" } });
    child.stdin.write("go");
    expect(await slow).toMatchObject({ status: 200 });
    expect(await ended).toBe(0);
    expect(heard).toContain('"msg":"closed"');
  });

  test("a signal that comes twice, as from npm, still closes in order", async () => {
    const ended = exit();
    child.kill(signal);
    child.kill(signal);
    await until(/("msg":"closing")/);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(heard).toContain('"msg":"closed"');
  });
});

describe("100 requests a second", () => {
  const underLoad = async (signal: NodeJS.Signals) => {
    const url = `http://127.0.0.1:${port}`;
    const next = () => ({ path: "/quick", headers: { "idempotency-key": randomUUID() } });
    const load = startRequests({ url, perSecond: 100, next });
    await delay(500);
    await inFlight(load);
    const startedAt = performance.now();
    const ended = exit();
    child.kill(signal);
    const code = await ended;
    const seconds = (performance.now() - startedAt) / 1000;
    const { done, elsewhere, failed } = await load.stop();
    // A connection that is made while the socket closes is reset. A balancer may send a request elsewhere
    // that was not begun.
    const isCutOff = ({ what, key }: Failure): boolean =>
      what === "ECONNRESET" && !heard.includes(`begun ${key}`);
    const lost = failed.filter((failure) => !isCutOff(failure)).length;
    return { code, seconds, done, elsewhere: elsewhere + failed.length - lost, lost };
  };

  row(36, "none is lost when the process gets SIGTERM", async ({ figure }) => {
    const { code, seconds, done, elsewhere, lost } = await underLoad("SIGTERM");
    figure("requests done", done, { atLeast: 10 });
    figure("sent elsewhere", elsewhere, { atLeast: 1 });
    figure("lost", lost, { exactly: 0 });
    figure("seconds until the exit", seconds, { atMost: 10 });
    expect(code).toBe(0);
  });

  row(36, "some are lost when it is killed", async ({ control }) => {
    const { lost } = await underLoad("SIGKILL");
    control("lost after SIGKILL", lost, { atLeast: 1 });
  });
});
