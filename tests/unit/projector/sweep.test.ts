import { expect, test } from "vitest";

import { createLostMessageWatch } from "#projector/sweep.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";

const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
const at = (tenantId: typeof AMA, position: number, head: number) => ({ tenantId, position, head });

test("a tenant that lags for the first time may still get its message", () => {
  const lostAmong = createLostMessageWatch();
  expect(lostAmong([at(AMA, 3, 5)])).toEqual([]);
});

test("a tenant below the head of the previous sweep has lost its message", () => {
  const lostAmong = createLostMessageWatch();
  lostAmong([at(AMA, 3, 5), at(KOFI, 3, 5)]);
  expect(lostAmong([at(AMA, 4, 9), at(KOFI, 5, 9)])).toEqual([AMA]);
});

test("a tenant that caught up in between starts over", () => {
  const lostAmong = createLostMessageWatch();
  lostAmong([at(AMA, 3, 5)]);
  lostAmong([]);
  expect(lostAmong([at(AMA, 5, 6)])).toEqual([]);
});
