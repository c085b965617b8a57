import { freezePostgres } from "#tests/faults/drills/freeze-postgres.ts";
import { HASTY_TILL, REAL_TILL, weatherStorm } from "#tests/faults/drills/retry-storm.ts";
import { caughtUp, compareWithLog } from "#tests/kit/product/invariants.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const SECONDS = 20;

describeWith(["postgres"], "a Postgres that hangs", () => {
  const standalone = useStandaloneShop();

  row(21, `every request is answered in time while Postgres hangs for ${SECONDS} s`, (proof) =>
    freezePostgres(standalone(), proof, SECONDS),
  );

  row(
    29,
    "200 tills go on at their usual rate after Postgres has hung for a minute",
    async (proof) => {
      const shop = standalone();
      const storm = { ...REAL_TILL, before: 25, frozen: 60, after: 60 };
      const real = await weatherStorm(shop, storm, proof.seed);
      await caughtUp(shop.query, shop.till.tenantId, 30_000);
      const sold = real.keys.map((key) => ({ key, saleId: "", ms: 0, tries: 1 }));
      const { lost, doubled } = await compareWithLog(shop.query, shop.till.tenantId, { sold });
      proof.figure("sales", real.sales, { atLeast: 2_000 });
      proof.figure("requests a sale", real.requestsPerSale, { atMost: 1.5 });
      proof.figure(
        "rate within 30 s in % of the usual one",
        (100 * real.laterPerSecond) / real.usualPerSecond,
        { atLeast: 90 },
      );
      proof.figure("sales still kept by the tills", real.unsent, { exactly: 0 });
      proof.figure("acknowledged sales lost", lost, { exactly: 0 });
      proof.figure("sales doubled", doubled, { exactly: 0 });
      const hasty = await weatherStorm(
        shop,
        { ...HASTY_TILL, before: 5, frozen: 12, after: 12 },
        proof.seed,
      );
      proof.control("requests a sale, of tills that do not wait", hasty.requestsPerSale, {
        atLeast: 1.8,
      });
    },
  );
});
