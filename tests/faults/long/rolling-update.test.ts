import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll } from "vitest";

import { updateAndRollBack } from "#tests/faults/drills/rolling-update.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

describeWith(["postgres", "kafka", "redis"], "a rolling update", () => {
  const it = useDistributed();
  const folder = mkdtempSync(join(tmpdir(), "tillbook-next-"));
  afterAll(() => rm(folder, { recursive: true }));

  row(24, "to a version with another event field and table, and back", (test) =>
    updateAndRollBack(it, test, folder),
  );
});
