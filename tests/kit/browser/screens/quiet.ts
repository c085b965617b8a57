import { setTimeout as delay } from "node:timers/promises";

import type { Page, Request } from "playwright-core";

const LIVE = "/api/v1/live";
const LOOK_AGAIN_MS = 25;
/** A screen requests its data once its code has loaded, so one empty poll may come in between. */
const QUIET_LOOKS = 3;

const underWay = new WeakMap<Page, Set<Request>>();

/** Tracks the page's open requests from now on. Its live updates never end and do not count. */
export function watchRequests(page: Page): void {
  if (underWay.has(page)) return;
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== LIVE) open.add(request);
  });
  const close = (request: Request) => void open.delete(request);
  page.on("requestfinished", close);
  page.on("requestfailed", close);
}

/** Waits until the page has no open requests. */
export async function quiet(page: Page, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let looks = 0; looks < QUIET_LOOKS; looks += 1) {
    if ((underWay.get(page)?.size ?? 0) > 0) looks = -1;
    if (performance.now() > deadline) throw new Error("the page goes on asking");
    await delay(LOOK_AGAIN_MS);
  }
}
