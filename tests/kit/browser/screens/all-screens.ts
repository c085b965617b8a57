import { globSync } from "node:fs";
import { join } from "node:path";

import type { Screen } from "./screen.ts";

const folder = join(import.meta.dirname, "by-area");

const hasScreens = (area: unknown): area is Readonly<{ screens: readonly Screen[] }> =>
  typeof area === "object" && area !== null && "screens" in area && Array.isArray(area.screens);

const areas = await Promise.all(
  globSync("*.ts", { cwd: folder })
    .toSorted()
    .map(async (file) => {
      const area: unknown = await import(join(folder, file));
      if (!hasScreens(area)) throw new Error(`by-area/${file} exports no screens`);
      return area.screens;
    }),
);

/**
 * Every screen of the product, with every dialog and state that a user can reach. A new file in
 * by-area/ needs no entry here.
 */
export const SCREENS: readonly Screen[] = areas.flat();
