import { expect, test } from "vitest";

import { ownPort } from "#tests/kit/services/own-port.ts";

test("ports that tests ask for before they listen are all different", async () => {
  const ports = await Promise.all(Array.from({ length: 400 }, ownPort));
  expect(new Set(ports).size).toBe(ports.length);
});
