import { parseArgs } from "node:util";

import { createServiceHost } from "#tests/kit/services/service-host.ts";
import { migrateTemplate } from "#tests/kit/services/template-database.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { PLANTED } from "./planted/catalogue.ts";
import { type Ground, hunt, repeats, runSeeds } from "./run-seeds.ts";

// `npm run suite simulation`: runs seeds of the simulation.
//   npm run suite simulation -- --seed 17            one seed again
//   npm run suite simulation -- --seeds 200          seeds 1 to 200; --from N starts elsewhere
//   npm run suite simulation -- --planted [NAME] [--seeds 30]   seeds that each planted fault takes
//   npm run suite simulation -- --planted NAME --seed 17 --times 5   does the seed find it again?

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "10" },
    from: { type: "string", default: "1" },
    planted: { type: "boolean", default: false },
    times: { type: "string" },
  },
  allowPositionals: true,
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const host = createServiceHost(readTestSettings(), { migrate: migrateTemplate });
try {
  const { address: redisUrl } = await host.start("redis", true);
  const ground: Ground = {
    redisUrl,
    freshDatabase: async () => {
      const { name, adminUrl } = await host.createDatabase(false);
      return { adminUrl, drop: () => host.dropDatabase(name) };
    },
    say,
  };
  const from = Number(values.seed ?? values.from);
  const count = values.seed === undefined ? Number(values.seeds) : 1;
  process.exitCode = (values.planted ? await findPlanted() : await holds()) ? 0 : 1;

  async function holds(): Promise<boolean> {
    const { failures } = await runSeeds(ground, { from, count });
    return failures.length === 0;
  }

  async function findPlanted(): Promise<boolean> {
    const [part = ""] = positionals;
    let all = true;
    for (const planted of PLANTED.filter(({ name }) => name.includes(part))) {
      const times = Number(values.times ?? 0);
      const found =
        times > 0
          ? (await repeats(ground, planted, { seed: from, times })) === times
          : (await hunt(ground, planted, { from, most: count })) !== undefined;
      all &&= found;
    }
    return all;
  }
} finally {
  await host.stop();
}
