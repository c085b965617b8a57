import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { runningPostgresUrl } from "#standalone/product/postgres/embedded-postgres.ts";
import { findPostgres } from "#standalone/product/postgres/postgres-binaries.ts";
import { runProcess } from "#standalone/product/postgres/run-process.ts";

import { ask, dataFolderPerTest } from "./data-folder.ts";

const folder = dataFolderPerTest();

describe("a first start", () => {
  test("makes a UTF-8 cluster with checksums and safe settings that listens on the loopback only", async () => {
    const { adminUrl, adopted } = await folder.start();
    const settings = await ask(
      adminUrl,
      `select name || '=' || setting from pg_settings where name in ('server_encoding',
        'data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes', 'max_connections',
        'listen_addresses', 'unix_socket_directories', 'TimeZone') order by 1`,
    );
    expect(settings.split("\n")).toEqual([
      "TimeZone=UTC",
      "data_checksums=on",
      "fsync=on",
      "full_page_writes=on",
      "listen_addresses=127.0.0.1",
      "max_connections=120",
      "server_encoding=UTF8",
      "synchronous_commit=on",
      "unix_socket_directories=",
    ]);
    expect(await ask(adminUrl, "select datlocprovider, datlocale from pg_database limit 1")).toBe(
      "b C.UTF-8",
    );
    expect(adopted).toBe(false);
  });

  test("keeps a random password in a file that only its owner reads, and asks for it", async () => {
    const { adminUrl } = await folder.start();
    const { mode } = await stat(folder.cluster().passwordFile);
    expect(mode & 0o777).toBe(0o600);
    expect(new URL(adminUrl).password).toHaveLength(32);
    const wrong = new URL(adminUrl);
    wrong.password = "wrong";
    await expect(ask(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  });

  test("clears away what a start that was killed half-way left", async () => {
    const first = await folder.start();
    await first.stop();
    const abandoned = join(folder.path(), `postgres.new-${process.pid}`);
    await rm(folder.cluster().home, { recursive: true });
    await writeFile(abandoned, "");
    await folder.start();
    expect(await readdir(folder.path())).toEqual(["postgres"]);
  });
});

describe("a later start", () => {
  test("finds the rows of the earlier one", async () => {
    const first = await folder.start();
    await ask(first.adminUrl, "create table kept as select 42 as answer");
    await first.stop();
    const second = await folder.start();
    expect(await ask(second.adminUrl, "select answer from kept")).toBe("42");
    expect(second.adopted).toBe(false);
  });

  test("is not stopped by a file of a crashed server whose number another program has now", async () => {
    const first = await folder.start();
    await first.stop();
    const path = join(folder.cluster().data, "postmaster.pid");
    await writeFile(path, `${process.ppid}\n${folder.cluster().data}\n1\n5432\n\n\n0 0\nready\n`);
    const second = await folder.start();
    expect(second.adopted).toBe(false);
  });

  test("refuses a folder of another major version in one line that names the backup", async () => {
    const first = await folder.start();
    await first.stop();
    await writeFile(join(folder.cluster().data, "PG_VERSION"), "17\n");
    const line =
      /^The data folder .* was made by Postgres 17, this version runs 18: run "npm run backup"[^\n]*$/;
    await expect(folder.start()).rejects.toThrow(line);
  });

  test("refuses a cluster of another encoding in one line that names the backup, and stops it", async () => {
    await folder.start().then(({ stop }) => stop());
    const cluster = folder.cluster();
    await rm(cluster.data, { recursive: true });
    const binaries = await findPostgres();
    const flags = [
      "-D",
      cluster.data,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "SQL_ASCII",
      "--locale=C",
    ];
    await runProcess(...binaries.launch(binaries.initdb, flags));
    await expect(folder.start()).rejects.toThrow(
      /encoding SQL_ASCII, it must be UTF8: run "npm run backup"[^\n]*$/,
    );
    expect(await runningPostgresUrl(folder.path())).toBeUndefined();
  });
});
