import { setTimeout as delay } from "node:timers/promises";

import { toDecimalText } from "#kernel/contract/money.ts";
import { DESKTOP, openBrowser, openPage, storeSession } from "#tests/kit/browser/browser.ts";
import { type LiveBrowser, openProfile } from "#tests/kit/browser/killed-browser.ts";
import { button, lock, unlock } from "#tests/kit/browser/shared-till.ts";
import type { Random } from "#tests/kit/builders/random.ts";
import { openTcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { until } from "#tests/kit/product/sales-load.ts";
import type { Till } from "#tests/kit/product/till.ts";

import {
  approvePrice,
  MILO,
  openAs,
  sellForCash,
  sellForMobileMoney,
  SUGAR,
  todaysReceipts,
} from "./counter.ts";
import { ESI, KOFI, type Shop, type Stage } from "./stage.ts";

const ARRIVES_MS = 120_000;
const SOON_MS = 300;
const KILLS = 10;
const PATIENCE = { timeout: 60_000 };

/** A step of the story, what was seen, and whether it is what the design says. */
export type StoryLine = Readonly<{ step: string; seen: string; isOk: boolean }>;

type SaleRow = Readonly<{ receipt: number; id: string; total: number; by: string | null }>;

/** An afternoon at the counter, while the browser or the server is killed at ten random points. */
export async function tell(
  stage: Stage,
  { owner, managerStored }: Shop,
  random: Random,
): Promise<StoryLine[]> {
  const lines: StoryLine[] = [];
  const say = (step: string, seen: string, isOk: boolean) => lines.push({ step, seen, isOk });
  const target = { host: "127.0.0.1", port: Number(new URL(stage.url()).port) };
  const proxy = await openTcpProxy(target);
  const url = `http://127.0.0.1:${proxy.port}`;
  const profile = await openProfile();
  let browser: LiveBrowser = await profile.start(`${url}/auth/login`);
  let kills = 0;
  const shown: string[] = [];

  const start = async (): Promise<void> => {
    browser = await profile.start(`${url}/app/sell`);
    await openAs(browser.page, ESI);
  };
  const killBrowser = async (): Promise<void> => {
    await browser.kill();
    await start();
  };
  const killServer = async (): Promise<void> => {
    await stage.killServer();
    target.port = Number(new URL(stage.url()).port);
  };
  /** One of the ten points: a moment later the browser or the server is dead. */
  const danger = async (): Promise<void> => {
    if (kills >= KILLS) return;
    kills += 1;
    await delay(random() * SOON_MS);
    await (random() < 0.5 ? killBrowser() : killServer());
  };
  /** Sells, with a kill after the screen has said so. */
  const sell = async (pay: typeof sellForCash, product: RegExp): Promise<string> => {
    await browser.page.goto(`${url}/app/sell`);
    await openAs(browser.page, ESI);
    const receipt = await pay(browser.page, product);
    shown.push(receipt);
    await danger();
    return receipt;
  };

  const sales = (): Promise<SaleRow[]> =>
    stage.query<SaleRow>(
      `select (data ->> 'receiptNumber')::int as receipt, stream_id as id,
              (data ->> 'totalMinor')::int as total, meta -> 'approval' ->> 'by' as by
         from es.events where tenant_id = $1 and type = 'SaleRecorded' and meta ->> 'source' = 'till'
        order by seq`,
      [owner.tenantId],
    );
  const arrived = async (): Promise<boolean> => {
    const there = new Set((await sales()).map(({ receipt }) => `1-2-${receipt}`));
    return shown.every((receipt) => there.has(receipt));
  };

  try {
    // Before: the phone becomes a till, and each has unlocked it once with a network.
    await storeSession(browser.page, managerStored);
    await browser.page.goto(`${url}/app/sell`);
    await button(browser.page, /^Lock\. /).waitFor(PATIENCE);
    await browser.page.waitForFunction(
      () => navigator.serviceWorker.controller?.state === "activated",
    );
    for (const seller of [KOFI, ESI]) {
      await lock(browser.page);
      await unlock(browser.page, seller.name, seller.pin);
      await button(browser.page, new RegExp(`^Lock\\. ${seller.name}`)).waitFor(PATIENCE);
    }
    await killBrowser();
    const before = await sell(sellForCash, MILO);
    say("Esi sells with a network", before, before === "1-2-1");

    proxy.refuse(true);
    await browser.page.goto(`${url}/app/sell`);
    await openAs(browser.page, ESI);
    await lock(browser.page);
    await unlock(browser.page, ESI.name, ESI.pin);
    await button(browser.page, /^Lock\. Esi/).waitFor(PATIENCE);
    say("the network fails, and Esi unlocks the till by PIN", "the cart's screen", true);
    await danger();

    const cash = await sell(sellForCash, MILO);
    say("she sells for cash", cash, cash === "1-2-2");
    const momo = await sell(sellForMobileMoney, SUGAR);
    say("she sells for mobile money", momo, momo === "1-2-3");

    const raised = await changePrice(owner, stage.url());
    say("the owner raises Milo to 65.00 elsewhere", `${raised.status}`, raised.status === 200);
    const old = await sell(sellForCash, MILO);
    say("she sells Milo at the price that the till knows", old, old === "1-2-4");

    await browser.page.goto(`${url}/app/sell`);
    await openAs(browser.page, ESI);
    await approvePrice(browser.page, "15", KOFI);
    const approved = await sellForCash(browser.page, SUGAR);
    shown.push(approved);
    say("the manager approves another price by PIN", approved, approved === "1-2-5");
    await danger();

    await killBrowser();
    const listed = await todaysReceipts(browser.page);
    const missing = shown.filter((receipt) => !listed.includes(receipt));
    const seen = `${listed.length} sales of today`;
    say("the phone dies, and starts again without a network", seen, missing.length === 0);

    proxy.refuse(false);
    while (kills < KILLS) await danger();
    await browser.page.evaluate(() => window.dispatchEvent(new Event("online")));
    await until("the sales", arrived, ARRIVES_MS).catch(() => undefined);
    say("the network returns", `${(await sales()).length} sales arrived`, await arrived());

    const rows = await sales();
    const numbers = rows.map(({ receipt }) => receipt);
    const isWhole = numbers.every((receipt, index) => receipt === index + 1);
    const isOnce = new Set(rows.map(({ id }) => id)).size === rows.length;
    say("each is there once, and no number is missing", numbers.join(" "), isWhole && isOnce);
    const totals = rows.map(({ total }) => total);
    const isRight = [6200, 6200, 1800, 6200, 1500].every((total, at) => totals[at] === total);
    say("each for what was taken", totals.join(" "), isRight);
    say("both names are in the log", `${rows[4]?.by}`, typeof rows[4]?.by === "string");
    lines.push(...(await lookAsOwner(stage, owner, rows)));
    say("kills of browser and server", String(kills), kills === KILLS);
    return lines;
  } catch (error) {
    const screen = await browser.page.innerText("body").catch(() => "no screen");
    const steps = lines.map(({ step }) => step).join("; ");
    throw new Error(`after: ${steps}. On the screen: ${screen}`, { cause: error });
  } finally {
    await browser.kill();
    await profile.remove();
    await proxy.close();
  }
}

async function changePrice(owner: Till, base: string) {
  const listed = await owner.ask("GET", "/api/products.php?search=Milo", { base });
  const id = /"id":"([^"]+)"/.exec(JSON.stringify(listed.body))?.[1];
  return owner.ask("PUT", "/api/products.php", { base, body: { id, price: 65 } });
}

/** The owner's own screen, in another browser. */
async function lookAsOwner(
  stage: Stage,
  owner: Till,
  rows: readonly SaleRow[],
): Promise<StoryLine[]> {
  const browser = await openBrowser();
  const url = stage.url();
  const localStorage = Object.entries(owner.stored).map(([name, value]) => ({ name, value }));
  const { page } = await openPage(browser, DESKTOP, {
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  try {
    const takings = toDecimalText(rows.reduce((sum, row) => sum + row.total, 0));
    await page.goto(`${url}/app/dashboard`);
    const hasTakings = await isShown(page.getByText(takings).first());
    await page.goto(`${url}/app/attention`);
    const hasPrice = await isShown(page.getByText("Sold at another price").first());
    const id = rows[4]?.id ?? "";
    await page.goto(`${url}/app/sales?sale=${id}`);
    const hasSale = await isShown(page.getByRole("dialog").getByText(`1-2-5`).first());
    return [
      { step: "the owner sees the day's takings", seen: takings, isOk: hasTakings },
      { step: "and the sale at another price", seen: String(hasPrice), isOk: hasPrice },
      { step: "and the approved sale with its receipt", seen: String(hasSale), isOk: hasSale },
    ];
  } finally {
    await browser.close();
  }
}

const isShown = (place: { waitFor: (options: object) => Promise<void> }): Promise<boolean> =>
  place.waitFor(PATIENCE).then(
    () => true,
    () => false,
  );
