import { expect, test } from "vitest";

import { editedSources } from "#tests/faults/drills/next-version.ts";

// The rolling update itself is a nightly test.

test("the code has the places that the next version of the rolling update changes", async () => {
  expect([...(await editedSources()).keys()]).toHaveLength(3);
});
