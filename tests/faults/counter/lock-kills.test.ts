import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { storeSession } from "#tests/kit/browser/browser.ts";
import {
  type LiveBrowser,
  openProfile,
  type Profile,
  shows,
} from "#tests/kit/browser/killed-browser.ts";
import {
  button,
  CASHIER_PIN,
  heading,
  lock,
  openSharedShop,
  OWNER_PIN,
  payCash,
  press,
  sells,
  type SharedShop,
  unlock,
} from "#tests/kit/browser/shared-till.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { appIsKept } from "./selling.ts";

const SOON_MS = 300;
const CI_SEED = 1;
const PATIENCE = { timeout: 30_000 };

describeWith(["chromium"], "a till with a lock, whose browser is killed", () => {
  const { isCi, seed: anySeed } = readTestSettings();
  const seed = isCi ? CI_SEED : anySeed;
  const random = createRandom(seed);
  let shop: SharedShop;
  let proxy: TcpProxy;
  let profile: Profile;
  let url: string;
  beforeAll(async () => {
    shop = await openSharedShop();
    proxy = await openTcpProxy({ host: "127.0.0.1", port: Number(new URL(shop.url).port) });
    url = `http://127.0.0.1:${proxy.port}/app/sell`;
    profile = await openProfile();
    const { page, quit } = await profile.start(new URL("/auth/login", url).href);
    await storeSession(page, await shop.newSession());
    await page.goto(url);
    await sells(page, "Akosua");
    await appIsKept(page);
    await quit();
  });
  afterAll(async () => {
    await proxy.close();
    await profile.remove();
    await shop.close();
  });

  /** Dies a moment after what the person saw. */
  async function die({ kill }: LiveBrowser): Promise<void> {
    await delay(random() * SOON_MS);
    await kill();
  }

  /** The till opens unlocked if the unlock is some seconds old by then. */
  async function startLocked(): Promise<LiveBrowser> {
    const browser = await profile.start(url);
    const head = button(browser.page, /^Lock\. /);
    const locked = heading(browser.page, "Who is selling?");
    await shows(browser.page, locked.or(head).first(), PATIENCE.timeout);
    if (await head.isVisible()) await lock(browser.page);
    return browser;
  }

  /** The next start, without a network, right after the till was unlocked or locked. */
  async function startAlone(): Promise<LiveBrowser> {
    proxy.refuse(true);
    const browser = await profile.start(url);
    await shows(browser.page, heading(browser.page, "Who is selling?"), PATIENCE.timeout);
    return browser;
  }

  test.each([
    ["Yaw Darko", CASHIER_PIN],
    ["Akosua Mensah", OWNER_PIN],
  ])(
    `PIN-49: right after %s unlocked it for the first time, opens locked, and they sell without a network (seed ${seed})`,
    async (name, pin) => {
      const first = name.split(" ")[0] ?? name;
      proxy.refuse(false);
      const browser = await startLocked();
      await unlock(browser.page, name, pin);
      await sells(browser.page, first);
      await die(browser);

      const next = await startAlone();
      await unlock(next.page, name, pin);
      await sells(next.page, first);
      await press(next.page, /^Peak Milk 400g/);
      await payCash(next.page);
      await die(next);
    },
  );

  test("PIN-49: right after it was locked, opens locked", async () => {
    proxy.refuse(true);
    const before = await startLocked();
    await unlock(before.page, "Yaw Darko", CASHIER_PIN);
    await sells(before.page, "Yaw");
    await before.quit();
    const browser = await profile.start(url);
    await sells(browser.page, "Yaw");
    await lock(browser.page);
    await die(browser);
    const next = await startAlone();
    expect(await next.page.getByText("Peak Milk").count()).toBe(0);
    await next.kill();
  });
});
