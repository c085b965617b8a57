import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

import { readTestSettings } from "#tests/kit/services/test-settings.ts";

// Debian's Chromium as root in a container, without calls to the outside.
export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Most pages of tests live too short to win back what optimizing their code costs, and pages of one
 * process share the code that it has compiled.
 */
const SPARING: readonly string[] = [
  "--js-flags=--no-turbofan --no-maglev",
  "--renderer-process-limit=1",
];

const READ_MS = 2_000;

export type Viewport = Readonly<{ width: number; height: number }>;

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

/** Outside of one, where pages are measured and pictured, they are as people have them. */
export const isTestRun = (): boolean => readTestSettings().run !== undefined;

export const openBrowser = (more = isTestRun() ? SPARING : []): Promise<Browser> =>
  chromium.launch({
    executablePath: readTestSettings().headlessChromium,
    args: [...ARGS, ...more],
  });

/** What the app keeps in local storage of a session, by its key. */
export type StoredSession = Readonly<Record<string, string>>;

/** Signs in on a page of the app; it takes effect with the next page. */
export const storeSession = (page: Page, stored: StoredSession): Promise<void> =>
  page.evaluate((all) => {
    for (const [key, text] of Object.entries(all)) localStorage.setItem(key, text);
  }, stored);

export type OpenedPage = Readonly<{
  page: Page;
  context: BrowserContext;
  /** Page errors and violations of the content security policy. */
  complaints: readonly string[];
}>;

/** Logs every policy violation, also those that the browser does not log. */
const sayRefusals = () =>
  document.addEventListener("securitypolicyviolation", (event) =>
    // oxlint-disable-next-line no-console -- in the page, where the test listens
    console.error(`refused by ${event.effectiveDirective}: ${event.blockedURI}`),
  );

const openPages = new Set<Page>();

/** The address of each open page, and what a screen reader would find in it. */
export const readOpenPages = (): Promise<string[]> =>
  Promise.all(
    Array.from(openPages, async (page) => {
      const tree = await page.locator("body").ariaSnapshot({ timeout: READ_MS }).catch(String);
      return `${page.url()}\n${tree}`;
    }),
  );

/** Without animations, unless `options` want them: each of their frames is drawn by the processor. */
export async function openPage(
  browser: Browser,
  viewport: Viewport,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", ...options });
  await context.addInitScript(sayRefusals);
  const page = await context.newPage();
  openPages.add(page);
  page.on("close", () => openPages.delete(page));
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { page, context, complaints };
}
