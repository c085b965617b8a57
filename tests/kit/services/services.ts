import { askOver, createServices } from "./service-client.ts";
import type { Missing } from "./service-types.ts";
import { toTestSettings, type TestRun, type TestSettings } from "./test-settings.ts";

/** The tests' one door to the environment. */
export const readTestSettings = (): TestSettings => toTestSettings(process.env);

/** Tells the workers, which are started later and inherit the environment, where the services are to be asked for. */
export const announceRun = (run: TestRun): void => {
  process.env["TEST_RUN"] = JSON.stringify(run);
};

/** The library's own helper image may not be there to pull, and a container would need it only if this run could not stop it. */
export const settleTestcontainers = (): void => {
  process.env["TESTCONTAINERS_RYUK_DISABLED"] ??= "true";
  process.env["TESTCONTAINERS_HOST_OVERRIDE"] ??= "127.0.0.1";
};

const runOf = (): TestRun => {
  const { run } = readTestSettings();
  if (run === undefined) {
    throw new Error(
      "Services are for the projects of tests/vitest.config.ts with the global setup",
    );
  }
  return run;
};

/** What cannot run on this machine, each with the reason; `describeWith` leaves such suites out by name. */
export const missingServices = (): Missing => runOf().missing;

export const { postgres, kafka, redis, freshDatabase } = createServices((request) =>
  askOver(runOf().url)(request),
);
