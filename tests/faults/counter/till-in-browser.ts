import { afterAll, beforeAll, expect } from "vitest";

import { storeSession } from "#tests/kit/browser/browser.ts";
import { type LiveBrowser, openProfile, type Profile } from "#tests/kit/browser/killed-browser.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { type Standalone, startStandalone } from "#tests/kit/product/standalone-process.ts";
import { type StandaloneShop, WITHOUT_DEMO } from "#tests/kit/product/standalone-shop.ts";

import { appIsKept, becomeTill, openSell } from "./selling.ts";

const START_MS = 300_000;

export type Network = "on" | "off" | "half dead";

/** A sale in the log that a till recorded. */
export type TillSaleRow = { register: number; receipt: number; seq: number; id: string };

/** In the order of the log. */
export const tillSales = ({ query, till }: StandaloneShop): Promise<TillSaleRow[]> =>
  query<TillSaleRow>(
    `select (data ->> 'register')::int as register, (data ->> 'receiptNumber')::int as receipt,
            (meta ->> 'deviceSeq')::int as seq, stream_id as id
       from es.events e
      where tenant_id = $1 and type = 'SaleRecorded' and meta ->> 'source' = 'till'
      order by e.seq`,
    [till.tenantId],
  );

/** A real browser that is a till of the shop, behind a network that can fail. Its profile outlives it. */
export function useTillInBrowser(shop: () => StandaloneShop) {
  const target = { host: "127.0.0.1", port: 0 };
  let proxy: TcpProxy;
  let profile: Profile;
  let product: Standalone;
  let url = "";
  beforeAll(async () => {
    ({ product } = shop());
    target.port = Number(new URL(product.url).port);
    proxy = await openTcpProxy(target);
    profile = await openProfile();
    url = `http://127.0.0.1:${proxy.port}/app/sell`;
    const { page, quit } = await profile.start(new URL("/auth/login", url).href);
    await storeSession(page, shop().till.stored);
    await becomeTill(page, url);
    await appIsKept(page);
    await quit();
  }, START_MS);
  afterAll(async () => {
    await proxy.close();
    await profile.remove();
    // The shop stops the product that it started itself.
    if (product !== shop().product) await product.stop();
  });

  return {
    url: () => url,
    profile: () => profile,
    start: async (): Promise<LiveBrowser> => {
      const browser = await profile.start("about:blank");
      await openSell(browser.page, url);
      return browser;
    },
    setNetwork: (network: Network): void => {
      proxy.refuse(network === "off");
      proxy.setSilent(network === "half dead");
    },
    cutNetwork: () => proxy.cut(),
    killServer: () => product.kill(),
    restartServer: async (): Promise<void> => {
      product = await startStandalone(shop().dataDir, { ...LIMITLESS, ...WITHOUT_DEMO });
      target.port = Number(new URL(product.url).port);
    },
    /** Every receipt that a screen showed is in the log once, and the numbers have no gap. */
    expectAll: async (shown: readonly string[]): Promise<void> => {
      const sales = await tillSales(shop());
      const numbers = sales.map((_, index) => index + 1);
      expect(sales.map(({ seq }) => seq)).toEqual(numbers);
      expect(sales.map(({ receipt }) => receipt)).toEqual(numbers);
      expect(new Set(sales.map(({ id }) => id)).size).toBe(sales.length);
      expect(new Set(shown).size).toBe(shown.length);
      const receipts = sales.map(({ register, receipt }) => `1-${register}-${receipt}`);
      expect(receipts).toEqual(expect.arrayContaining([...shown]));
    },
  };
}
