import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

import { createReporter, type NotRun } from "./kit/reporter.ts";
import { readTestSettings } from "./kit/services.ts";

const root = join(import.meta.dirname, "..");
const { chromium, isCi } = readTestSettings();
const hasChromium = existsSync(chromium);
const GLOBAL_SETUP = ["tests/kit/global-setup.ts"];
const BROWSER_TESTS = "tests/web/**/*.browser.test.tsx";

const MINUTE = 60_000;

const webPlugins = () => [react(), vanillaExtractPlugin()];

const unit: TestProjectInlineConfiguration = {
  test: {
    name: "unit",
    include: ["tests/unit/**/*.test.ts", "tests/architecture/**/*.test.ts"],
    sequence: { groupOrder: 0 },
  },
};

const web: TestProjectInlineConfiguration = {
  plugins: webPlugins(),
  test: {
    name: "web",
    environment: "happy-dom",
    include: ["tests/web/**/*.test.{ts,tsx}"],
    exclude: [BROWSER_TESTS],
    setupFiles: ["tests/kit/web.setup.ts"],
    sequence: { groupOrder: 0 },
  },
};

// Debian's Chromium as root in a container, kept from calling anybody.
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
  // Named beforehand: a dependency that is found in mid-run reloads the page under its test.
  optimizeDeps: {
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "wouter",
      "@tanstack/react-query",
      "radix-ui",
      "axe-core",
      "vitest-browser-react",
      "@vanilla-extract/recipes/createRuntimeFn",
    ],
  },
  test: {
    name: "web-browser",
    include: [BROWSER_TESTS],
    sequence: { groupOrder: 1 },
    maxWorkers: 1,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: chromium, args: CHROMIUM_ARGS } }),
      instances: [{ browser: "chromium", viewport: { width: 360, height: 740 } }],
    },
  },
};

const integration: TestProjectInlineConfiguration = {
  test: {
    name: "integration",
    include: ["tests/integration/**/*.test.ts"],
    globalSetup: GLOBAL_SETUP,
    testTimeout: MINUTE,
    hookTimeout: 2 * MINUTE,
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
  },
};

// One file at a time from here on: each takes the whole machine, or kills what others would use.
const e2e: TestProjectInlineConfiguration = {
  test: {
    name: "e2e",
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: GLOBAL_SETUP,
    testTimeout: 3 * MINUTE,
    hookTimeout: 3 * MINUTE,
    maxWorkers: 1,
    sequence: { groupOrder: 3 },
  },
};

const faults: TestProjectInlineConfiguration = {
  test: {
    name: "faults",
    include: ["tests/faults/**/*.test.ts"],
    globalSetup: GLOBAL_SETUP,
    testTimeout: 10 * MINUTE,
    hookTimeout: 3 * MINUTE,
    maxWorkers: 1,
    sequence: { groupOrder: 4 },
  },
};

/** Only when it is asked for by name: it builds images. */
const compose: TestProjectInlineConfiguration = {
  test: {
    name: "compose",
    include: ["tests/compose/**/*.test.ts"],
    testTimeout: 3 * MINUTE,
    hookTimeout: 20 * MINUTE,
    maxWorkers: 1,
    sequence: { groupOrder: 5 },
  },
};

const browserTests = globSync(BROWSER_TESTS, { cwd: root });
const reason = `there is no ${chromium} (CHROMIUM names another)`;
if (isCi && !hasChromium) throw new Error(`Nothing may be missing under CI\nchromium: ${reason}`);
const notRun: NotRun[] = hasChromium ? [] : browserTests.map((name) => ({ name, reason }));

export default defineConfig({
  root,
  test: {
    projects: [unit, web, ...(hasChromium ? [webBrowser] : []), integration, e2e, faults, compose],
    reporters: ["default", createReporter(notRun)],
    teardownTimeout: MINUTE,
  },
});
