import type { Page, Route } from "playwright-core";

import { goNow, type Screen } from "./screen.ts";

/** A screen while its data is loading, refused, or lost. */
export const WAITING_STATES = ["loading", "refused", "broken"] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

const REFUSAL = {
  status: 403,
  contentType: "application/json",
  body: JSON.stringify({
    success: false,
    error: "You are not allowed to do this.",
    code: "not-allowed",
    request_id: "r-1",
  }),
};

const answers: Record<WaitingState, (route: Route) => Promise<void>> = {
  loading: () => new Promise(() => undefined),
  refused: (route) => route.fulfill(REFUSAL),
  broken: (route) => route.abort(),
};

/** Brings the page into that state of the screen; `undo` lets it recover. */
export async function openState(
  page: Page,
  url: string,
  { screen, state }: Readonly<{ screen: Screen; state: WaitingState }>,
): Promise<() => Promise<void>> {
  const calls = (address: URL) => address.pathname === screen.reads;
  await forgetAnswers(page, url);
  // A till has its products on the device, so here the device does not become one.
  await page.route((address) => address.pathname === "/api/v1/tills", answers.broken);
  await page.route(calls, answers[state]);
  await Promise.all([
    page.waitForRequest((request) => calls(new URL(request.url()))),
    goNow(page, url, screen.path),
  ]);
  await page.getByRole("heading", { name: screen.heading }).first().waitFor();
  const telling =
    state === "loading"
      ? page.getByText(/^Loading/).first()
      : page.getByRole("button", { name: /^(Try Again|Retry)$/ });
  await telling.waitFor({ state: state === "loading" ? "attached" : "visible" });
  return () => page.unroute(calls);
}

/** Someone with an answer of last time on the device sees that instead. */
async function forgetAnswers(page: Page, url: string): Promise<void> {
  // Not a page of the app, which would store them again.
  await page.goto(`${url}/health/live`);
  await page.evaluate(async () => {
    const all = await indexedDB.databases();
    const deleted = ({ name = "" }: IDBDatabaseInfo) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener("success", resolve);
        request.addEventListener("error", reject);
      });
    await Promise.all(all.map(deleted));
  });
}

export const withStates = (
  screens: readonly Screen[],
): Readonly<{ screen: Screen; state: WaitingState }>[] =>
  screens
    .filter(({ reads }) => reads !== undefined)
    .flatMap((screen) => WAITING_STATES.map((state) => ({ screen, state })));
