import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, longest first. Without results of an earlier run Vitest only knows
 * how large a file is, and a long one that starts last runs alone at the end.
 */
const LONGEST = [
  "bad-input/bad-input",
  "tenant-isolation/matrix",
  "accounts/user-enumeration",
  "property/property",
  "bus/kafka-bus",
  "http/live-stream-caps",
  "standalone/embedded-postgres-life",
  "tills/older-reader",
  "accounts/command-keys",
  "standalone/bad-start",
  "http/slow-sockets-and-large-bodies",
  "credentials/reset-password",
  "bus/kafka-recovery",
  "tenant-isolation/pool-bleed",
  "node/unsafe-start",
  "standalone/embedded-postgres",
  "http/paging-and-search",
  "e2e/owner-screens",
  "tills/pins",
  "e2e/other-screens",
  "e2e/states",
  "e2e/sell",
  "e2e/interaction",
  "e2e/hostile-texts",
  "camera/camera",
  "attention/attention",
  "tills/own-till",
  "sell/charge",
  "counter/till-kills",
  "counter/device-faults",
  "counter/browser-kills",
  "counter/lock-kills",
  "faults/kafka-and-kills",
  "simulation/simulation",
  "faults/lost-folder",
  "faults/two-command-apis",
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
