import { askOver, createServices } from "./service-client.ts";
import type { Missing } from "./service-types.ts";
import { readTestSettings, type TestRun } from "./test-settings.ts";

const runOf = (): TestRun => {
  const { run } = readTestSettings();
  if (run === undefined) {
    throw new Error(
      "Services are for the projects of tests/vitest.config.ts with the global setup",
    );
  }
  return run;
};

/** What cannot run on this machine, each with the reason. `describeWith` skips such suites and says why. */
export const missingServices = (): Missing => runOf().missing;

export const { kafka, redis, freshDatabase, demoFolder } = createServices((request) =>
  askOver(runOf().url)(request),
);
