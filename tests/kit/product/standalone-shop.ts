import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";

import { databaseOn } from "#standalone/product/database.ts";
import { runningPostgresUrl } from "#standalone/product/postgres/embedded-postgres.ts";

import type { Query } from "./distributed.ts";
import { LIMITLESS } from "./limitless.ts";
import { type Standalone, startStandalone } from "./standalone-process.ts";
import { openTill, type Till } from "./till.ts";

export type StandaloneShop = Readonly<{
  product: Standalone;
  dataDir: string;
  till: Till;
  productId: string;
  /** Queries the product's database as its superuser. */
  query: Query;
  postgres: Readonly<{
    /** Undefined while there is none. */
    postmaster: () => Promise<number | undefined>;
    /** The postmaster alone, or with every process that it started. */
    signal: (name: NodeJS.Signals, whom: "postmaster" | "all") => Promise<void>;
  }>;
  close: () => Promise<void>;
}>;

/** Reachable from other machines, so that no demo shops are made. */
export const WITHOUT_DEMO = { HOST: "0.0.0.0" };

/** The standalone product on a new data folder, without limits, with one shop and one product. */
async function openStandaloneShop(
  env: Readonly<Record<string, string>> = {},
): Promise<StandaloneShop> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-shop-"));
  const dataDir = join(folder, "data");
  const product = await startStandalone(dataDir, { ...LIMITLESS, ...WITHOUT_DEMO, ...env });
  const postmaster = () => postmasterOf(dataDir);
  const close = async (): Promise<void> => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const till = await openTill(product.url);
    return {
      product,
      dataDir,
      till,
      productId: await till.addProduct("Milo 400g", 10_000_000),
      query: queryOf(dataDir),
      postgres: {
        postmaster,
        signal: async (name, whom) => {
          const pid = await postmaster();
          if (pid === undefined) throw new Error("there is no Postgres");
          const children = whom === "all" ? await childrenOf(pid) : [];
          for (const each of [pid, ...children]) send(each, name);
        },
      },
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Such a shop for the length of the suite. */
export function useStandaloneShop(
  env: Readonly<Record<string, string>> = {},
): () => StandaloneShop {
  let opened: StandaloneShop | undefined;
  beforeAll(async () => {
    opened = await openStandaloneShop(env);
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error("the product is not started");
    return opened;
  };
}

export const queryOf =
  (dataDir: string): Query =>
  async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
    const { adminUrl } = databaseOn((await runningPostgresUrl(dataDir)) ?? "");
    const client = new Client({ connectionString: adminUrl });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  };

async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const path = join(dataDir, "postgres", "data", "postmaster.pid");
  const pid = Number((await readFile(path, "utf8").catch(() => "")).split("\n", 1)[0]);
  return pid > 0 ? pid : undefined;
}

/** A process may end while it is looked at. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const stats = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      stat: await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
    })),
  );
  // "pid (name) state parent …": the name may itself hold brackets.
  return stats.flatMap(({ pid, stat }) =>
    Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]) === parent ? [pid] : [],
  );
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
