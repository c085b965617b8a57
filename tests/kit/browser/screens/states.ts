import type { Page, Request, Route } from "playwright-core";

import { goNow, type Screen } from "./screen.ts";

/** A screen while its data is loading, refused, or lost. */
export const WAITING_STATES = ["loading", "refused", "broken"] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

const REFUSED = "You are not allowed to do this.";
const REFUSAL = {
  status: 403,
  contentType: "application/json",
  body: JSON.stringify({
    success: false,
    error: REFUSED,
    code: "not-allowed",
    request_id: "r-1",
  }),
};

const answers = {
  refused: (route: Route) => route.fulfill(REFUSAL),
  broken: (route: Route) => route.abort(),
} satisfies Partial<Record<WaitingState, (route: Route) => Promise<void>>>;

const againOn = (page: Page) => page.getByRole("button", { name: /^(Try Again|Retry)$/ });

const expectState = (page: Page, state: WaitingState): Promise<void> =>
  state === "loading"
    ? page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: "attached" })
    : againOn(page).waitFor();

export type OpenedState = Readonly<{
  /** Its call is answered in this way; a call that got another answer is made again. */
  become: (state: Exclude<WaitingState, "loading">) => Promise<void>;
  /** Lets the screen ask its server again, and waits until it has recovered. */
  recover: () => Promise<void>;
}>;

/** Brings the page into that state of the screen. */
export async function openState(
  page: Page,
  url: string,
  { screen, state }: Readonly<{ screen: Screen; state: WaitingState }>,
): Promise<OpenedState> {
  const calls = (address: URL) => address.pathname === screen.reads;
  let current: WaitingState = state;
  const held: Route[] = [];
  await forgetAnswers(page, url);
  await stayNoTill(page);
  await page.route(calls, async (route) => {
    if (current === "loading") held.push(route);
    else await answers[current](route);
  });
  await Promise.all([
    page.waitForRequest((request) => calls(new URL(request.url()))),
    goNow(page, url, screen.path),
  ]);
  await page.getByRole("heading", { name: screen.heading }).first().waitFor();
  await expectState(page, state);
  return {
    become: async (next) => {
      const predicate = (request: Request) => calls(new URL(request.url()));
      const ended =
        next === "broken"
          ? page.waitForEvent("requestfailed", predicate)
          : page.waitForEvent("requestfinished", predicate);
      current = next;
      if (held.length === 0) await againOn(page).click();
      for (const route of held.splice(0)) await answers[next](route);
      await ended;
      if (next === "broken") await page.getByText(REFUSED).waitFor({ state: "detached" });
      await expectState(page, next);
    },
    recover: async () => {
      // Pressed first: a retry in the background may take the button away as soon as the network is back.
      const pressed = page.waitForRequest((request) => calls(new URL(request.url())));
      current = "loading";
      await Promise.all([pressed, againOn(page).click()]);
      await page.unroute(calls);
      for (const route of held.splice(0)) await route.continue();
      await againOn(page).waitFor({ state: "detached" });
    },
  };
}

/** A till has its products on the device, so they do not load. */
export const stayNoTill = (page: Page): Promise<unknown> =>
  page.route(
    (address) => address.pathname === "/api/v1/tills",
    (route) => route.abort(),
  );

/** Someone with an answer of last time on the device sees that instead. */
export async function forgetAnswers(page: Page, url: string): Promise<void> {
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

/** Those that wait for data. */
export const waitingScreens = (screens: readonly Screen[]): readonly Screen[] =>
  screens.filter(({ reads }) => reads !== undefined);
