import { createRequire } from "node:module";

import pg from "pg";

import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { leafOf } from "#kernel/platform/leaf.ts";
import { applyRowChanges } from "#projector/apply-row-changes.ts";
import { fold } from "#projector/fold.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";

import { allEvents } from "./read-models.ts";
import { tenantOf } from "./shop-log.ts";
const utils = createRequire(import.meta.url)("pg/lib/utils");
const a = new pg.Pool({ connectionString: "postgres://postgres:x@127.0.0.1:54999/pj_perf" });
const all = (await allEvents(a)).filter((e) => e.tenantId === tenantOf(1)).slice(101, 5101);
await a.end();
console.log(all[0]!.data.length, all[0]);
const time = (name: string, f: () => void) => {
  for (let i = 0; i < 3; i++) f();
  const c = process.cpuUsage();
  for (let i = 0; i < 5; i++) f();
  const d = process.cpuUsage(c);
  console.log(name, ((d.user + d.system) / 5 / all.length).toFixed(2), "us/ev");
};
time("JSON.parse data", () => all.forEach((e) => JSON.parse(e.data)));
time("JSON.parse 3", () =>
  all.forEach((e) => {
    JSON.parse(e.data);
    JSON.parse(e.meta);
    JSON.parse(e.effects!);
  }),
);
time("parseStored", () => all.forEach(parseStored));
const parsed = all.map(parseStored);
const ck = new Map([[tenantOf(1), new Map(PROJECTIONS.map((p) => [p.name, 0]))]]);
const chunks = Array.from({ length: 10 }, (_, i) => parsed.slice(i * 500, i * 500 + 500));
for (const p of PROJECTIONS)
  time("fold " + p.name, () => chunks.forEach((c) => fold(p, c, ck, () => () => null)));
const folded = PROJECTIONS.map(
  (p) => [p, chunks.map((c) => fold(p, c, ck, () => () => null))] as const,
);
for (const [p, cs] of folded)
  time("write " + p.name + " " + cs[0]!.length, () =>
    cs.forEach((c) => {
      void applyRowChanges(
        {
          query: (q: any) => {
            q.values.map(utils.prepareValue);
            return Promise.resolve();
          },
        } as any,
        p.table,
        c,
      );
    }),
  );
time("leaf", () => all.forEach(leafOf));
