import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { StoredEvent } from "#kernel/contract/events/recorded.ts";

const folder = join(import.meta.dirname, "..", "..", "fixtures", "events");

/** Stored events of every type, in every version that was ever written, by `Type.vN`, perhaps with a later field. */
export const eventFixtures = (): ReadonlyMap<string, StoredEvent> =>
  new Map(
    globSync(join(folder, "*.v*.json"))
      .toSorted()
      .map((path) => [
        basename(path, ".json"),
        StoredEvent.parse(JSON.parse(readFileSync(path, "utf8"))),
      ]),
  );
