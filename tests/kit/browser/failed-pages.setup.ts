import { afterEach } from "vitest";

import { readOpenPages } from "./browser.ts";

// A test that fails leaves its pages open. What they show tells more than the time that ran out.
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const shown of await readOpenPages()) process.stdout.write(`${task.name}\n${shown}\n`);
});
