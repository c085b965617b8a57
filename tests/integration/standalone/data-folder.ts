import { mkdtemp, readFile, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { afterEach, beforeEach, expect } from "vitest";

import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#standalone/product/postgres/embedded-postgres.ts";
import { clusterIn, type Cluster } from "#standalone/product/postgres/postgres-cluster.ts";

import { startProduct, type ProductProcess } from "./product-process.ts";

export type DataFolder = Readonly<{
  path: () => string;
  cluster: () => Cluster;
  /** What the starts of this test logged. */
  lines: () => readonly string[];
  start: () => Promise<EmbeddedPostgres>;
  product: () => ProductProcess;
  postmasterPid: () => Promise<number>;
}>;

/** A data folder for each test; what was started on it is stopped after the test. */
export const dataFolderPerTest = (): DataFolder => {
  let path = "";
  let lines: string[] = [];
  let cleanups: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    // mkdtemp makes it 0700; root's is below /root, which no other user may enter.
    const home = process.getuid?.() === 0 ? homedir() : tmpdir();
    const folder = await mkdtemp(join(home, "tillbook-embedded-"));
    path = join(folder, "data");
    lines = [];
    cleanups = [() => rm(folder, { recursive: true })];
  });

  afterEach(async () => {
    const failures: unknown[] = [];
    for (const cleanup of cleanups.toReversed()) {
      await cleanup().catch((error) => failures.push(error));
    }
    expect(failures).toEqual([]);
  });

  return {
    path: () => path,
    cluster: () => clusterIn(path),
    lines: () => lines,
    start: async () => {
      const postgres = await startEmbeddedPostgres({
        dataDir: path,
        log: (line) => lines.push(line),
      });
      cleanups.push(postgres.stop);
      return postgres;
    },
    product: () => {
      const product = startProduct(path);
      cleanups.push(product.stop);
      return product;
    },
    postmasterPid: async () => {
      const text = await readFile(join(clusterIn(path).data, "postmaster.pid"), "utf8");
      return Number(text.split("\n", 1).join());
    },
  };
};

export const ask = async (adminUrl: string, sql: string): Promise<string> => {
  const client = new Client({ connectionString: adminUrl });
  // A session that the test cuts itself must not fail the test.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: sql, rowMode: "array" });
    return rows.map((row) => row.join(" ")).join("\n");
  } finally {
    await client.end();
  }
};
