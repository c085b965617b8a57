import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** A suite or file that cannot run on this machine, and why. */
export type NotRun = Readonly<{ name: string; reason: string }>;

export type Counts = Readonly<{ passed: number; failed: number; skipped: number }>;

/** A file or suite that fails by itself (an import, a hook) has no test that says so. */
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

export const countTests = (
  modules: readonly TestModule[],
  errors: readonly SerializedError[],
): Counts => {
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

/** What a reader of the last lines needs: what did not run and why, and the counts as the very last line. */
export const summary = (
  modules: readonly TestModule[],
  errors: readonly SerializedError[],
  filesNotRun: readonly NotRun[],
): string => {
  const { passed, failed, skipped } = countTests(modules, errors);
  const notRun = [...filesNotRun, ...modules.flatMap(notRunIn)];
  const list = notRun.map(({ name, reason }) => `  ${name}: ${reason}\n`);
  const title = notRun.length === 0 ? "" : "Not run on this machine:\n";
  const total = skipped + filesNotRun.length;
  return `${title}${list.join("")}${passed} passed, ${failed} failed, ${total} skipped\n`;
};

export const createReporter = (filesNotRun: readonly NotRun[]): Reporter => ({
  onTestRunEnd: (modules, errors) => {
    process.stdout.write(summary(modules, errors, filesNotRun));
  },
});
