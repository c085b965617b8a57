import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";
import { killPostgres, unsafeSettings } from "#tests/faults/drills/kill-postgres.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const KILLS = 10;

describeWith(["postgres"], "a Postgres killed again and again", () => {
  const standalone = useStandaloneShop();

  row(5, `the standalone product is back after ${KILLS} kills of its Postgres`, (proof) =>
    killPostgres(standalone(), proof, KILLS),
  );

  row(
    5,
    "a server that does not flush to the disk is seen by its settings alone",
    async (proof) => {
      proof.figure("unsafe settings", (await unsafeSettings(standalone().query)).length, {
        exactly: 0,
      });
      const folder = await mkdtemp(join(tmpdir(), "tillbook-unsafe-"));
      const server = await startEmbeddedPostgres({
        dataDir: join(folder, "data"),
        log: () => undefined,
        settings: { fsync: "off" },
      });
      const client = new Client({ connectionString: server.adminUrl });
      try {
        await client.connect();
        const query = async <Row extends object>(sql: string) =>
          (await client.query<Row>(sql)).rows;
        proof.control("unsafe settings, with fsync off", (await unsafeSettings(query)).length, {
          exactly: 1,
        });
      } finally {
        await client.end();
        await server.stop();
        await rm(folder, { recursive: true });
      }
    },
  );
});
