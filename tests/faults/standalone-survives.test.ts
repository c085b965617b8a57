import { expect, test } from "vitest";

import { killPostgres } from "#tests/faults/drills/kill-postgres.ts";
import {
  throwOnce,
  THROWS_ON_SIGNAL,
  throwUntilItEnds,
} from "#tests/faults/drills/uncaught-error.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const KILLS = 2;

describeWith(["postgres"], "the standalone product", () => {
  const standalone = useStandaloneShop(THROWS_ON_SIGNAL);

  test("starts its parts again after an uncaught error, on the same port, and loses nothing", async () => {
    const { statuses, refused, log, downMs } = await throwOnce(standalone());
    process.stdout.write(`parts started again: ${Math.round(downMs)} ms without a sale\n`);
    expect(statuses).toEqual([200, 503]);
    expect([refused, log]).toMatchObject([0, { lost: 0, doubled: 0, gaps: 0 }]);
  });

  row(5, `is back after ${KILLS} kills of its Postgres`, (proof) =>
    killPostgres(standalone(), proof, KILLS),
  );

  test("ends with one clear line when it fails again and again", async () => {
    const shop = standalone();
    expect(await throwUntilItEnds(shop)).toBe(1);
    const lines = shop.product.output().split("\n");
    expect(lines.findLast((line) => line !== "" && !line.startsWith("{"))).toBe(
      "Tillbook fails again and again and has stopped: planted",
    );
    expect(await fetch(shop.product.url).catch(() => "closed")).toBe("closed");
  });
});
