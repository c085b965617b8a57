import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

import { COMMON_PASSWORDS } from "#web/common-passwords.ts";

import { LongestFirst } from "./kit/longest-first.ts";
import { createReporter, type NotRun } from "./kit/reporter.ts";
import { readTestSettings } from "./kit/services/test-settings.ts";

const root = join(import.meta.dirname, "..");
const { headlessChromium: chromium, isCi, scorecardFile } = readTestSettings();
const hasChromium = existsSync(chromium);
const GLOBAL_SETUP = ["tests/kit/services/global-setup.ts"];
const BROWSER_TESTS = "tests/web/**/*.browser.test.tsx";

const MINUTE = 60_000;

/**
 * How many files run at once: more than two processors, which would else be idle while files wait for
 * timers, pages, servers and disks. The figures of the scorecard are taken one at a time.
 */
const workers = (most: number): number => (scorecardFile === undefined ? most : 1);

const webPlugins = () => [react(), vanillaExtractPlugin()];

const unit: TestProjectInlineConfiguration = {
  test: {
    name: "unit",
    include: ["tests/unit/**/*.test.ts", "tests/architecture/**/*.test.ts"],
    isolate: false,
    // The architecture tests read every file, which takes seconds on a busy machine.
    testTimeout: MINUTE / 2,
    hookTimeout: MINUTE / 2,
    maxWorkers: workers(4),
    sequence: { groupOrder: 0 },
  },
};

const web: TestProjectInlineConfiguration = {
  plugins: webPlugins(),
  define: COMMON_PASSWORDS,
  test: {
    name: "web",
    environment: "happy-dom",
    include: ["tests/web/**/*.test.{ts,tsx}"],
    exclude: [BROWSER_TESTS],
    // The first gives the page the database that its browser would have.
    setupFiles: ["fake-indexeddb/auto", "tests/kit/web.setup.ts"],
    // The app and its libraries are loaded once for all files, so every test cleans up after
    // itself.
    isolate: false,
    // The libraries are shared by all files of a worker. Where one file replaced setImmediate and the
    // like as well, the next one waited without end.
    fakeTimers: { toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] },
    // Generous, for a busy machine: the first test of a worker loads the whole app.
    testTimeout: MINUTE,
    hookTimeout: MINUTE,
    maxWorkers: workers(4),
    sequence: { groupOrder: 0 },
  },
};

// Debian's Chromium as root in a container, without calls to the outside.
const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const webBrowser: TestProjectInlineConfiguration = {
  plugins: webPlugins(),
  define: COMMON_PASSWORDS,
  // Listed here, because a dependency that is found during a run reloads the page under its test.
  optimizeDeps: {
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "wouter",
      "@tanstack/react-query",
      "d3-scale",
      "d3-shape",
      "radix-ui",
      "axe-core",
      "vitest-browser-react",
      "@vanilla-extract/recipes/createRuntimeFn",
      "lucide-react/icons/*",
      "idb",
    ],
  },
  test: {
    name: "web-browser",
    include: [BROWSER_TESTS],
    setupFiles: ["tests/kit/web.setup.ts"],
    testTimeout: MINUTE / 2,
    hookTimeout: MINUTE,
    sequence: { groupOrder: 1 },
    maxWorkers: workers(2),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: chromium, args: CHROMIUM_ARGS } }),
      instances: [{ browser: "chromium", viewport: { width: 360, height: 740 } }],
    },
  },
};

type SuiteOptions = Readonly<{
  name: string;
  order: number;
  testMinutes: number;
  hookMinutes: number;
}>;

/** Suites that need servers. */
const serviceSuite = (
  { name, order, testMinutes, hookMinutes }: SuiteOptions,
  more: TestProjectInlineConfiguration["test"] = { globalSetup: GLOBAL_SETUP },
): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: testMinutes * MINUTE,
    hookTimeout: hookMinutes * MINUTE,
    // A busy machine may need longer than the default of one second.
    expect: { poll: { timeout: MINUTE / 6 } },
    maxWorkers: 1,
    sequence: { groupOrder: order },
    ...more,
  },
});

const integration = serviceSuite(
  { name: "integration", order: 2, testMinutes: 1, hookMinutes: 2 },
  { globalSetup: GLOBAL_SETUP, maxWorkers: workers(4), isolate: false },
);
const e2e = serviceSuite(
  { name: "e2e", order: 3, testMinutes: 3, hookMinutes: 3 },
  {
    globalSetup: GLOBAL_SETUP,
    setupFiles: ["tests/kit/browser/failed-pages.setup.ts"],
    isolate: false,
    maxWorkers: workers(4),
    exclude: ["tests/e2e/compose/**"],
  },
);
/** Each file kills browsers and servers of its own, and mostly waits for them to start. */
const counter = serviceSuite(
  { name: "counter", order: 3, testMinutes: 10, hookMinutes: 3 },
  {
    globalSetup: GLOBAL_SETUP,
    include: ["tests/faults/counter/**/*.test.ts"],
    maxWorkers: workers(4),
  },
);
const ALONE = ["tests/faults/standalone-survives.test.ts"];
const faults = serviceSuite(
  { name: "faults", order: 3, testMinutes: 10, hookMinutes: 3 },
  {
    globalSetup: GLOBAL_SETUP,
    exclude: ["tests/faults/long/**", "tests/faults/counter/**", ...ALONE],
    maxWorkers: workers(4),
  },
);
/** How long a loss may take is measured in seconds here. */
const alone = serviceSuite(
  { name: "alone", order: 4, testMinutes: 10, hookMinutes: 3 },
  { globalSetup: GLOBAL_SETUP, include: ALONE },
);
/** Runs only by name and by `npm run scorecard -- --all`: minutes for each test. */
const long = serviceSuite(
  { name: "long", order: 5, testMinutes: 30, hookMinutes: 3 },
  { globalSetup: GLOBAL_SETUP, include: ["tests/faults/long/**/*.test.ts"] },
);
/** Runs only by name, as it builds images. It uses no servers of the test kit. */
const compose = serviceSuite(
  { name: "compose", order: 6, testMinutes: 3, hookMinutes: 20 },
  { include: ["tests/e2e/compose/**/*.test.ts"] },
);

const browserTests = globSync(BROWSER_TESTS, { cwd: root });
const reason = `there is no ${chromium} (CHROMIUM names another)`;
if (isCi && !hasChromium) throw new Error(`Nothing may be missing under CI\nchromium: ${reason}`);
const notRun: NotRun[] = hasChromium ? [] : browserTests.map((name) => ({ name, reason }));

export default defineConfig({
  root,
  test: {
    projects: [
      unit,
      web,
      ...(hasChromium ? [webBrowser] : []),
      integration,
      e2e,
      counter,
      faults,
      alone,
      long,
      compose,
    ],
    sequence: { sequencer: LongestFirst },
    reporters: ["default", createReporter(notRun)],
    teardownTimeout: MINUTE,
  },
});
