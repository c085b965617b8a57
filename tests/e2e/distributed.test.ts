import { expect, test } from "vitest";

import { DESKTOP, openBrowser, openPage, PHONE } from "#tests/kit/browser/browser.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
import {
  askedMetrics,
  ONLY_STANDALONE,
  personalIn,
  processesOf,
  readMetrics,
  readMonitoring,
  shownMetrics,
} from "#tests/kit/product/metrics.ts";
import { openTill } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { liveTheFirstDay } from "./first-day.ts";

describeWith(
  ["postgres", "kafka", "redis", "chromium"],
  "the distributed product: two of each service as processes, real Kafka and Redis",
  () => {
    const it = useDistributed();

    test.each([
      ["a phone", PHONE],
      ["a desktop", DESKTOP],
    ])(
      "on %s a shop registers, adds a product, sells 3 and sees them on its dashboard",
      async (_, size) => {
        const browser = await openBrowser();
        try {
          const { page, complaints } = await openPage(browser, size);
          await liveTheFirstDay(page, it.product().url);
          expect(complaints).toEqual([]);
        } finally {
          await browser.close();
        }
      },
    );

    const allMetrics = (): Promise<string[]> =>
      Promise.all(processesOf(it.product()).map(({ metrics = "" }) => readMetrics(metrics)));

    test("the processes show every metric that the dashboard and the alert rules ask for", async () => {
      const shown = new Set((await allMetrics()).flatMap((text) => [...shownMetrics(text)]));
      const asked = askedMetrics(readMonitoring("rules") + readMonitoring("dashboard"));
      expect(asked.length).toBeGreaterThan(30);
      const missing = asked.filter((name) => !shown.has(name) && !ONLY_STANDALONE.test(name));
      expect(missing).toEqual([]);
    });

    test("no process shows a name, an id, an email or a token in its metrics", async () => {
      const till = await openTill(it.product().url, "Zmarker shop");
      const productId = await till.addProduct("Zmarker 400g", 100);
      expect((await till.sell([{ productId, quantity: 1 }])).status).toBe(200);
      for (const path of ["/api/products.php?search=zmarker", "/api/zmarker", "/app/zmarker"]) {
        await fetch(`${it.product().url}${path}`, {
          headers: { authorization: `Bearer ${till.token}` },
        });
      }
      const texts = await allMetrics();
      expect(texts.join("")).toMatch(/tillbook_http_requests_total\{.*route="\/api\/sales.php"/);
      expect(texts.flatMap((text) => text.match(/zmarker/gi) ?? [])).toEqual([]);
      expect(texts.flatMap(personalIn)).toEqual([]);
    });
  },
);
