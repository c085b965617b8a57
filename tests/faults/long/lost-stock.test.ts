import { proveStaleCounts } from "#tests/integration/catalog/stale-counts.ts";
import { proveNoLostUnit } from "#tests/integration/command-api/event-store/stock-interleaving.ts";
import { openTwoTenants } from "#tests/integration/command-api/routes/two-tenants.ts";
import { row } from "#tests/scorecard/row.ts";

const STEPS = 10_000;

row(
  11,
  `selling, adjusting, voiding and counting ${STEPS} times concurrently loses no unit`,
  (proof) => proveNoLostUnit(proof, STEPS),
);

row(
  11,
  `${STEPS} sales and counts over HTTP: a stale count is refused, and no sale is lost`,
  async (proof) => {
    const shops = await openTwoTenants();
    try {
      await proveStaleCounts(shops, proof, STEPS);
    } finally {
      await shops.close();
    }
  },
);
