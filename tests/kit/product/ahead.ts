import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const PRELOAD = join(import.meta.dirname, "..", "shifted-clock", "main.ts");
const CLOCK_READ_MS = 200;

/** The clock of a product, which can be set ahead while it runs. */
export type Clock = Readonly<{
  /** What the product is started with. */
  env: Readonly<Record<string, string>>;
  /** Sets the clock of the product at this address ahead by so much more. */
  forward: (url: string, ms: number) => Promise<void>;
  remove: () => Promise<void>;
}>;

export async function openClock(): Promise<Clock> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-clock-"));
  let aheadMs = 0;
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(PRELOAD).href}`, CLOCK_FOLDER: folder },
    forward: async (url, ms) => {
      aheadMs += ms;
      const file = join(folder, new URL(url).port);
      // Renamed, so that a half of it is never read.
      await writeFile(`${file}.new`, String(aheadMs));
      await rename(`${file}.new`, file);
      await delay(CLOCK_READ_MS);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
