import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { createRandom } from "#tests/kit/builders/random.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { hasCart, openCharge, openSell, pressExact, receiptOn, sellOne } from "./selling.ts";
import { type Network, tillSales, useTillInBrowser } from "./till-in-browser.ts";

// A till that dies while someone sells, or whose server dies. It sells on without the server, so what its
// screen said is in the log in the end, once, and its receipt numbers have no gap.

const WITHIN_MS = 300;
const ARRIVES_MS = 60_000;
const CI_SEED = 1;

/** What the network does from the press on, and whether the screen says "paid" before the kill. */
const KINDS: readonly Readonly<{ network: Network; isPaid: boolean }>[] = [
  { network: "on", isPaid: true },
  { network: "off", isPaid: true },
  { network: "half dead", isPaid: true },
  { network: "on", isPaid: false },
  { network: "off", isPaid: false },
];

describeWith(["chromium"], "a till that is killed", () => {
  const shop = useStandaloneShop();
  const till = useTillInBrowser(shop);
  const { counterKills, counterServerKills, ...settings } = readTestSettings();
  // The same kills in each run of CI.
  const seed = settings.isCi ? CI_SEED : settings.seed;
  const random = createRandom(seed);
  const shown: string[] = [];
  const soon = (): Promise<void> => delay(random() * WITHIN_MS);

  test(
    `TILL-127: loses and doubles nothing in ${counterKills} kills of its browser (seed ${seed})`,
    async () => {
      for (let at = 0; at < counterKills; at += 1) {
        const { network, isPaid } = KINDS[at % KINDS.length] ?? { network: "on", isPaid: true };
        const about = `kill ${at}, network ${network}, ${isPaid ? "paid" : "before it is paid"}`;
        const before = (await tillSales(shop())).length;
        const { page, kill } = await till.start();
        await openCharge(page);
        till.setNetwork(network);
        await pressExact(page);
        if (isPaid) shown.push(await receiptOn(page));
        await soon();
        await kill();
        till.cutNetwork();
        till.setNetwork("on");

        const next = await till.start();
        const stateNow = async () => ({
          about,
          sales: (await tillSales(shop())).length - before,
          isCart: await hasCart(next.page),
        });
        // Either the sale arrives, or its cart is there again once it is read.
        const isSettled = async (): Promise<boolean> => {
          const { sales, isCart } = await stateNow();
          return sales > 0 || isCart;
        };
        await expect.poll(isSettled, { timeout: ARRIVES_MS, message: about }).toBe(true);
        await delay(WITHIN_MS);
        const after = await stateNow();
        const mayBeCart = !isPaid && after.isCart;
        expect(after).toEqual({ about, sales: mayBeCart ? 0 : 1, isCart: mayBeCart });
        await next.kill();
      }
      await till.expectAll(shown);
    },
    counterKills * 90_000,
  );

  test(
    `TILL-128: loses and doubles nothing in ${counterServerKills} kills of the server (seed ${seed})`,
    async () => {
      const { page, kill } = await till.start();
      for (let at = 0; at < counterServerKills; at += 1) {
        await openSell(page, till.url());
        shown.push(await sellOne(page));
        await soon();
        await till.killServer();
        // It starts and sells without a server.
        await openSell(page, till.url());
        shown.push(await sellOne(page));
        await till.restartServer();
        const areThere = async (): Promise<boolean> => {
          const sales = await tillSales(shop());
          const receipts = new Set(sales.map((one) => `1-${one.register}-${one.receipt}`));
          return shown.every((receipt) => receipts.has(receipt));
        };
        await expect.poll(areThere, { timeout: ARRIVES_MS, message: `kill ${at}` }).toBe(true);
      }
      await kill();
      await till.expectAll(shown);
    },
    counterServerKills * 120_000,
  );
});
