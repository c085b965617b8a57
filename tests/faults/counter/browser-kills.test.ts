import { setTimeout as delay } from "node:timers/promises";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { storeSession } from "#tests/kit/browser/browser.ts";
import { type LiveBrowser, openProfile, shows } from "#tests/kit/browser/killed-browser.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

// A browser that is no till and is killed while someone sells: what the screen said is true, and what it
// did not say is either still the cart or a sale, never both and never neither.

const WITHIN_MS = 300;
/** Generous, for a busy machine. */
const START_MS = 60_000;
const CI_SEED = 1;

const PAID = "Paid in cash";

/** What the network does from the press on, and what the screen says before the kill. */
const KINDS = [
  { network: "on", says: PAID },
  { network: "off", says: "Not confirmed yet" },
  { network: "half dead", says: "Recording…" },
  { network: "on", says: "Recording…" },
] as const;
type Kind = (typeof KINDS)[number];

const tileOf = (page: Page) => page.getByRole("button", { name: /^Milo 400g/ }).first();

/** Without it the browser has no key to sign with, so it sells through the register of the server. */
const withoutKeys = (): void => {
  Object.defineProperty(crypto, "subtle", { value: undefined });
};

describeWith(["chromium"], "a browser that is no till and is killed", () => {
  const shop = useStandaloneShop();
  const { counterRegisterKills, ...settings } = readTestSettings();
  // The same kills in each run of CI.
  const seed = settings.isCi ? CI_SEED : settings.seed;
  const random = createRandom(seed);
  let proxy: TcpProxy;
  let profile: Awaited<ReturnType<typeof openProfile>>;
  let url: string;
  beforeAll(async () => {
    proxy = await openTcpProxy({
      host: "127.0.0.1",
      port: Number(new URL(shop().product.url).port),
    });
    profile = await openProfile();
    url = `http://127.0.0.1:${proxy.port}/app/sell`;
    const { page, quit } = await profile.start(new URL("/auth/login", url).href, withoutKeys);
    await storeSession(page, shop().till.stored);
    // A browser that quits at once may not have written it yet.
    await page.goto(url);
    await shows(page, tileOf(page), START_MS);
    await quit();
  }, 2 * START_MS);
  afterAll(async () => {
    await proxy.close();
    await profile.remove();
  });

  const sold = async (): Promise<number> => {
    const [row] = await shop().query<{ sales: number; keys: number; receipts: number }>(
      `select count(*)::int as sales, count(distinct command_id)::int as keys,
              coalesce(max((effects -> 'counters' -> 0 ->> 1)::int), 0) as receipts
         from es.events where tenant_id = $1 and type = 'SaleRecorded'`,
      [shop().till.tenantId],
    );
    expect(row).toEqual({ sales: row?.sales, keys: row?.sales, receipts: row?.sales });
    return row?.sales ?? 0;
  };

  const setNetwork = ({ network }: Pick<Kind, "network">): void => {
    proxy.refuse(network === "off");
    proxy.setSilent(network === "half dead");
  };

  /** Puts one item into the cart, unless a killed browser left it there, and presses "Exact". */
  async function press({ page }: LiveBrowser, kind: Kind): Promise<void> {
    const milo = tileOf(page);
    await shows(page, milo, START_MS);
    const charge = page.getByRole("button", { name: /^Charge/ }).first();
    if (!(await charge.isEnabled())) await milo.click();
    await charge.click();
    setNetwork(kind);
    await page.getByRole("button", { name: /^Exact/ }).click();
  }

  /** Resolves when nothing is left to send. */
  async function settled({ page }: LiveBrowser): Promise<void> {
    await page.getByText("Online").first().waitFor({ timeout: START_MS });
  }

  const cartOf = ({ page }: LiveBrowser): Promise<boolean> =>
    page
      .getByRole("button", { name: /^Charge/ })
      .first()
      .isEnabled();

  test(
    `SELL-41: loses and doubles nothing in ${counterRegisterKills} kills (seed ${seed})`,
    async () => {
      for (let at = 0; at < counterRegisterKills; at += 1) {
        const kind = KINDS[at % KINDS.length] ?? KINDS[0];
        const before = await sold();
        const browser = await profile.start(url, withoutKeys);
        await press(browser, kind);
        // With a network the answer may come before anyone can see "Recording…".
        const { page } = browser;
        const says = page.getByText(kind.says).or(page.getByText(PAID));
        await says.first().waitFor({ timeout: START_MS });
        await delay(random() * WITHIN_MS);
        await browser.kill();
        proxy.cut();
        setNetwork({ network: "on" });

        const next = await profile.start(url, withoutKeys);
        await shows(next.page, tileOf(next.page), START_MS);
        await settled(next);
        const [isCart, count] = [await cartOf(next), (await sold()) - before];
        const about = `kill ${at}, network ${kind.network}, "${kind.says}"`;
        const mayBeCart = kind.says === "Recording…" && isCart;
        expect([about, count, isCart]).toEqual([about, mayBeCart ? 0 : 1, mayBeCart]);
        await next.kill();
      }
    },
    counterRegisterKills * 60_000,
  );
});
