import { afterAll, expect, test } from "vitest";

import { createRandom } from "#tests/kit/builders/random.ts";
import { openMailSink } from "#tests/kit/fakes/mail-sink.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";
import { useStandaloneShop, WITHOUT_DEMO } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { openShop, type Stage } from "./stage.ts";
import { tell } from "./tell.ts";

// `npm run story`: a line for each step, with what was seen, and `ok` or `short`.

const { seed } = readTestSettings();
const mails = await openMailSink();
afterAll(() => mails.close());
const env = { SMTP_URL: mails.url };

async function play(about: string, stage: Stage): Promise<void> {
  const shop = await openShop(stage, mails);
  const lines = await tell(stage, shop, createRandom(seed));
  for (const { step, seen, isOk } of lines) {
    process.stdout.write(`${about}: ${step}\t${seen}\t${isOk ? "ok" : "short"}\n`);
  }
  expect(lines.filter(({ isOk }) => !isOk)).toEqual([]);
}

describeWith(["chromium"], "an afternoon without a network, standalone", () => {
  const shop = useStandaloneShop(env);

  test(`says on each screen what the log says (seed ${seed})`, async () => {
    let { product } = shop();
    const { dataDir, query } = shop();
    const killServer = async (): Promise<void> => {
      await product.kill();
      product = await startStandalone(dataDir, { ...LIMITLESS, ...WITHOUT_DEMO, ...env });
    };
    await play("standalone", { url: () => product.url, query, killServer });
    if (product !== shop().product) await product.stop();
  });
});

describeWith(
  ["postgres", "kafka", "redis", "chromium"],
  "an afternoon without a network, distributed",
  () => {
    const it = useDistributed(env);

    test(`says on each screen what the log says (seed ${seed})`, async () => {
      const killServer = async (): Promise<void> => {
        const [first] = it.product().commandApis;
        await first?.restart();
      };
      await play("distributed", { url: () => it.product().url, query: it.query, killServer });
    });
  },
);
