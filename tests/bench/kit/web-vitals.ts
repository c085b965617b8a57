import type { BrowserContext, CDPSession, Page } from "playwright-core";
import * as z from "zod/mini";

/** A phone like a Moto G4 on Lighthouse's "slow 4G", with Lighthouse's correction factors. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const RESTS_AFTER_MS = 600;

const Measured = z.object({
  lcp: z.number(),
  tbt: z.number(),
  cls: z.number(),
  inp: z.number(),
  list: z.number(),
  requests: z.number(),
});

export type Vitals = "lcp" | "list" | "tbt" | "inp" | "cls" | "requests" | "kb";

/** Observes from the first byte on, in the page. `selector` names what the person came to see. */
const observe = (selector: string) => {
  const found = { lcp: 0, tbt: 0, cls: 0, inp: 0, list: 0 };
  new MutationObserver((_changes, observer) => {
    if (document.querySelector(selector) === null) return;
    found.list = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  const figure = (entry: PerformanceEntry, name: string): number =>
    Number(Reflect.get(entry, name) ?? 0);
  watch("largest-contentful-paint", (entry) => (found.lcp = entry.startTime));
  watch("longtask", (entry) => (found.tbt += Math.max(0, entry.duration - 50)));
  watch("layout-shift", (entry) => {
    if (Reflect.get(entry, "hadRecentInput") !== true) found.cls += figure(entry, "value");
  });
  watch(
    "event",
    (entry) => {
      if (figure(entry, "interactionId") > 0) found.inp = Math.max(found.inp, entry.duration);
    },
    { durationThreshold: 16 },
  );
  const readVitals = () => {
    const asked = performance.getEntriesByType("resource");
    const before = asked.filter(({ startTime }) => startTime <= found.list);
    return { ...found, requests: 1 + before.length };
  };
  Reflect.set(globalThis, "readVitals", readVitals);
};

/** A context whose pages observe themselves. */
export const observing = (context: BrowserContext, list: string): Promise<void> =>
  context.addInitScript(observe, list).then(() => undefined);

type Visit = Readonly<{
  url: string;
  /** How many times slower the processor is. */
  rate: number;
  /** Resolves when the page is complete. */
  isComplete: (page: Page) => Promise<void>;
  /** Real taps and keys after the load. */
  touch: (page: Page) => Promise<void>;
}>;

/** Opens the page slowly, uses it, and returns the measures. */
export async function measureVisit(
  page: Page,
  { url, rate, isComplete, touch }: Visit,
): Promise<Record<Vitals, number>> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await slowDown(session, rate);
  await page.goto(url);
  await isComplete(page);
  await idle(page);
  const loaded = await read(page);
  await touch(page);
  await idle(page);
  const { inp } = await read(page);
  await session.detach();
  return { ...loaded, inp, kb: bytes / 1000 };
}

async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

const read = async (page: Page) => Measured.parse(await page.evaluate("readVitals()"));

/** Waits until there was no late paint and no long task for a while. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, ms);
        new PerformanceObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, ms);
        }).observe({ type: "longtask" });
      }),
    RESTS_AFTER_MS,
  );

/** The machine's speed by Lighthouse's index, to compare figures of a throttled processor. */
export const benchmarkIndex = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const ROUND_MS = 500;
    const perSecond = (work: (round: number) => void): number => {
      const start = performance.now();
      let rounds = 0;
      while (performance.now() - start < ROUND_MS) work((rounds += 1));
      return rounds / 10 / ((performance.now() - start) / 1000);
    };
    const texts = perSecond(() => {
      let text = "";
      for (let length = 0; length < 10_000; length += 1) text += "a";
      if (text.length === 1) throw new Error("kept from being optimised away");
    });
    const [one, other] = [0, 1].map(() => Array.from({ length: 100_000 }, (_, at) => at));
    const copies = perSecond((round) => {
      const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
      if (!from || !to) return;
      for (let at = 0; at < from.length; at += 1) to[at] = from[at] ?? 0;
    });
    return Math.round((texts + copies) / 2);
  });
