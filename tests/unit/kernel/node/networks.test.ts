import { expect, test } from "vitest";

import { toNetworkCheck } from "#kernel/node/net/networks.ts";

test.each([
  ["10.1.2.3", true],
  ["::ffff:10.1.2.3", true],
  ["11.1.2.3", false],
  ["192.168.1.1", true],
  ["192.168.1.2", false],
  ["fd00::1", true],
  ["::1", false],
  ["", false],
  ["proxy", false],
])("%j is in 10.0.0.0/8, 192.168.1.1 or fd00::/8: %s", (address, expected) => {
  expect(toNetworkCheck(["10.0.0.0/8", "192.168.1.1", "fd00::/8"])(address)).toBe(expected);
});
