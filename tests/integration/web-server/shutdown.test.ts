import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { send } from "#tests/kit/http/raw-http.ts";

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
