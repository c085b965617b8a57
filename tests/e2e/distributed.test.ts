import { expect, test } from "vitest";

import { DESKTOP, openBrowser, openPage, PHONE } from "#tests/kit/browser/browser.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
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
  },
);
