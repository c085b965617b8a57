import { expect, test } from "vitest";

import { createLostMessageWatch } from "#projector/sweep.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";

const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
const at = (tenantId: typeof AMA, position: number, head: number) => ({ tenantId, position, head });

test("whoever is behind for the first time may be on the way", () => {
  const lostAmong = createLostMessageWatch();
  expect(lostAmong([at(AMA, 3, 5)])).toEqual([]);
});

test("whoever still misses what was there at the last look is silent", () => {
  const lostAmong = createLostMessageWatch();
  lostAmong([at(AMA, 3, 5), at(KOFI, 3, 5)]);
  expect(lostAmong([at(AMA, 4, 9), at(KOFI, 5, 9)])).toEqual([AMA]);
});

test("whoever was up to date in between starts anew", () => {
  const lostAmong = createLostMessageWatch();
  lostAmong([at(AMA, 3, 5)]);
  lostAmong([]);
  expect(lostAmong([at(AMA, 5, 6)])).toEqual([]);
});
