import type { Page } from "playwright-core";

import { openTill, paid, touches, watchTouches } from "./till.ts";

const TAPS = 20;
const PAYMENTS = 10;

const tapFirst = (page: Page, name: RegExp): Promise<void> =>
  page.getByRole("button", { name }).first().tap();

type Till = Readonly<{
  url: string;
  product: RegExp;
  /** `rate`: how many times slower the processor is. */ rate: number;
}>;

/** Milliseconds from each tap on a tile to the paint that shows it, on a slowed processor. */
export async function tapTimes(page: Page, { url, product, rate }: Till): Promise<number[]> {
  await openTill(page, url, product);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await watchTouches(page);
  for (let taps = 0; taps < TAPS; taps += 1) await tapFirst(page, product);
  const times = await touches(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return times;
}

/** Milliseconds from each confirmed cash payment to its receipt. */
export async function paymentTimes(page: Page, url: string, product: RegExp): Promise<number[]> {
  const times: number[] = [];
  for (let payments = 0; payments < PAYMENTS; payments += 1) {
    await openTill(page, url, product);
    await tapFirst(page, product);
    await tapFirst(page, /^Charge/);
    const exact = page.getByRole("button", { name: /^Exact/ });
    await exact.waitFor();
    const startedAt = performance.now();
    await exact.tap();
    await paid(page);
    times.push(performance.now() - startedAt);
  }
  return times;
}
