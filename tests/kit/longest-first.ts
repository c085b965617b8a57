import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, longest first. Without results of an earlier run Vitest only knows
 * how large a file is, and a long one that starts last runs alone at the end.
 */
const LONGEST = [
  "property/property",
  "tenant-isolation/matrix",
  "bad-input/bad-input",
  "standalone/embedded-postgres",
  "http/paging-and-search",
  "bus/kafka-recovery",
  "tills/older-reader",
  "standalone/bad-start",
  "accounts/command-keys",
  "e2e/owner-screens",
  "e2e/other-screens",
  "e2e/states",
  "e2e/interaction",
  "e2e/hostile-texts",
  "e2e/sell",
  "counter/till-kills",
  "counter/device-faults",
  "counter/lock-kills",
].map((name) => `/${name}.test.ts`);

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return index === -1 ? LONGEST.length : index;
};

/** Keeps the order of projects and of all other files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's method, not an array's
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => rank(a) - rank(b)),
    );
  }
}
