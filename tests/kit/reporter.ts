import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** A suite or file that cannot run on this machine, and why. */
export type NotRun = Readonly<{ name: string; reason: string }>;

type Counts = Readonly<{ passed: number; failed: number; skipped: number }>;

/** A file or suite that fails outside of a test, in an import or a hook. */
const failuresBeside = (module: TestModule): number => {
  const suites = [module, ...module.children.allSuites()];
  return suites.filter((suite) => suite.errors().length > 0).length;
};

const countModule = (module: TestModule): Counts => {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (...wanted: string[]): number =>
    states.filter((state) => wanted.includes(state)).length;
  return {
    passed: count("passed"),
    failed: count("failed") + failuresBeside(module),
    // A test that was never reached did not run either.
    skipped: count("skipped", "pending"),
  };
};

const countTests = (modules: readonly TestModule[], errors: readonly SerializedError[]): Counts => {
  const counts = modules.map(countModule);
  const sum = (name: keyof Counts): number => counts.reduce((total, one) => total + one[name], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed") + errors.length,
    skipped: sum("skipped"),
  };
};

const notRunIn = (module: TestModule): NotRun[] => {
  const suites = [...module.children.allSuites()].map((suite) => ({
    name: suite.fullName,
    reason: suite.parent.type === "suite" ? undefined : suite.meta().notRun,
  }));
  const tests = [...module.children.allTests("skipped")].map((test) => {
    const result = test.result();
    return { name: test.fullName, reason: result.state === "skipped" ? result.note : undefined };
  });
  return [...suites, ...tests].flatMap(({ name, reason }) =>
    reason === undefined ? [] : [{ name: `${module.relativeModuleId} > ${name}`, reason }],
  );
};

/** What did not run, and why. */
const notRunList = (notRun: readonly NotRun[]): string => {
  const list = notRun.map(({ name, reason }) => `  ${name}: ${reason}\n`);
  return list.length === 0 ? "" : `Not run on this machine:\n${list.join("")}`;
};

/** Prints what did not run, then the counts of the whole run as the very last line. */
export const createReporter = (filesNotRun: readonly NotRun[]): Reporter => ({
  onTestRunEnd: (modules, errors, reason) => {
    const counts = countTests(modules, errors);
    // Failed without a failed test: nothing was found to run, or the global setup refused.
    const failed = reason === "passed" ? counts.failed : Math.max(counts.failed, 1);
    const skipped = counts.skipped + filesNotRun.length;
    process.stdout.write(
      notRunList([...filesNotRun, ...modules.flatMap(notRunIn)]) +
        `${counts.passed} passed, ${failed} failed, ${skipped} skipped\n`,
    );
  },
});
