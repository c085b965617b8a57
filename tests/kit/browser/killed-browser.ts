import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { chromium, type Locator, type Page } from "playwright-core";

import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { ARGS, PHONE } from "./browser.ts";
import { bodyText } from "./screens/screen.ts";

export type LiveBrowser = Readonly<{
  page: Page;
  /** SIGKILL to all its processes: nothing is written after it. */
  kill: () => Promise<void>;
  /** As a person closes it: what it holds in memory is written. */
  quit: () => Promise<void>;
}>;

/** A browser whose profile outlives it, as on a person's phone. */
export type Profile = Readonly<{
  /** `init` runs in each page before its own code. */
  start: (url: string, init?: () => void) => Promise<LiveBrowser>;
  /** The same profile once more, as a phone that is set up from another one. No browser may run on it. */
  copy: () => Promise<Profile>;
  remove: () => Promise<void>;
}>;

export async function openProfile(original?: string): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-profile-"));
  // A running browser is named by links that lead nowhere.
  const filter = (path: string): boolean => !path.includes("Singleton");
  if (original !== undefined) await cp(original, folder, { recursive: true, filter });
  return {
    start: (url, init) => startBrowser(folder, url, init),
    copy: () => openProfile(folder),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const SIZE = `--window-size=${PHONE.width},${PHONE.height}`;

async function startBrowser(
  folder: string,
  url: string,
  init: () => void = () => undefined,
): Promise<LiveBrowser> {
  const profile = [`--user-data-dir=${folder}`, "--remote-debugging-port=0"];
  const args = [...ARGS, "--headless=new", SIZE, ...profile, "about:blank"];
  // The head of a process group of its own, which is killed as a whole.
  const child = spawn(readTestSettings().chromium, args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  // Its processes share this pipe, so it is closed when the last of them has ended. The one that
  // keeps the storage may end last: a browser that starts before it has written finds old values.
  const ended = once(child, "close");
  const browser = await chromium.connectOverCDP(await addressIn(child.stderr));
  child.stderr.resume();
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.newPage());
  if (!page) throw new Error("the browser has no page");
  await page.setViewportSize(PHONE);
  await page.addInitScript(init);
  await page.goto(url);
  return {
    page,
    kill: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
      await browser.close().catch(() => undefined); // the connection is gone
    },
    quit: async () => {
      const session = await browser.newBrowserCDPSession();
      await session.send("Browser.close");
      await ended;
    },
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /DevTools listening on (\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("the browser did not start");
}

/** Waits for it. If it does not come, the error says what the page shows instead. */
export async function shows(page: Page, wanted: Locator, withinMs: number): Promise<void> {
  await wanted.waitFor({ timeout: withinMs }).catch(async (cause: unknown) => {
    throw new Error(`${page.url()} shows: ${await bodyText(page)}`, { cause });
  });
}
