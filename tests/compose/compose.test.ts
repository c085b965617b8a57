import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { makeCheckpointKey } from "#standalone/checkpoint-keys.ts";
import { composeSecrets } from "#standalone/compose-secrets.ts";
import { freePort } from "#standalone/free-port.ts";
import { liveTheFirstDay } from "#tests/e2e/first-day.ts";
import { DESKTOP, openBrowser, openPage, PHONE } from "#tests/kit/browser.ts";

const run = promisify(execFile);
const PROJECT = "tillbook-test";
const root = join(import.meta.dirname, "..", "..");

let folder = "";
let url = "";

/** `docker compose` with settings of this test's own. */
async function compose(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(
    "docker",
    ["compose", "--project-name", PROJECT, "--env-file", join(folder, "env"), ...args],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-compose-"));
  const port = await freePort();
  const keyFile = join(folder, "checkpoint-key.pem");
  await makeCheckpointKey(keyFile, 0o644);
  const settings = {
    ...composeSecrets(),
    CHECKPOINT_KEY_FILE: keyFile,
    WEB_PORT: String(port),
    REGISTRATIONS_PER_HOUR: "1000",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, "env"), lines.join(""), { mode: 0o600 });
  url = `http://127.0.0.1:${port}`;
  await compose("up", "--build", "--wait", "--quiet-pull");
});

afterAll(async () => {
  await compose("down", "--volumes", "--timeout", "15");
  expect(await compose("ps", "--all", "--quiet")).toBe("");
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
])("on %s a shop lives its first day in the composed product", async (_, size) => {
  const browser = await openBrowser();
  try {
    const { page, complaints } = await openPage(browser, size);
    await liveTheFirstDay(page, url);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
