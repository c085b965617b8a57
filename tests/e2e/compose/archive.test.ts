import { afterAll, beforeAll, expect, test } from "vitest";

import { type Composed, composed } from "./composed.ts";

// The archive of the composed Postgres without other services. The tests build on each other.

const SCRIPTS = "/usr/local/lib/archive";
let product: Composed;

beforeAll(async () => {
  product = await composed("tillbook-archive-test");
  await up();
  await product.sql("create table kept (n int)");
});

afterAll(() => product.remove());

const up = (): Promise<string> =>
  product.compose("--profile", "archive", "up", "--wait", "--quiet-pull", "archive");
const stop = (): Promise<string> => product.compose("--profile", "*", "stop");
const write = (n: number): Promise<string> => product.sql(`insert into kept values (${n})`);
const rows = (): Promise<string> =>
  product.sql("select string_agg(n::text, ' ' order by n) from kept");
const moment = (): Promise<string> => product.sql("select clock_timestamp()");
const recover = (to: string): Promise<string> => product.compose("run", "--rm", "recover", to);

async function backTo(to: string): Promise<string> {
  await stop();
  await recover(to);
  await up();
  return rows();
}

/** Runs a command in the container, as the server's user. */
const inServer = (command: string): Promise<string> =>
  product.compose("exec", "-T", "-u", "postgres", "postgres", "sh", "-euc", command);
const inArchive = (pattern: string): Promise<readonly string[]> =>
  inServer(`ls -d /archive/*/${pattern}`).then((text) => text.trim().split("\n"));

const moments = { first: "", givenUp: "", second: "" };

test("the database is restored to a moment, and the replaced one is kept", async () => {
  await write(1);
  moments.first = await moment();
  await write(2);
  await product.sql("delete from kept where n = 1");
  moments.givenUp = await moment();
  await write(9);
  expect(await rows()).toBe("2 9");
  expect(await backTo(moments.first)).toBe("1");
  expect(await inServer('ls -d "$PGDATA".before-*')).toMatch(/^\S+\n$/);
});

test("changes after a restore can be restored as well", async () => {
  await write(3);
  moments.second = await moment();
  await write(4);
  expect(await backTo(moments.second)).toBe("1 3");
});

test("a moment of the replaced database can be restored, and then one after the restore", async () => {
  expect(await backTo(moments.givenUp)).toBe("2");
  expect(await backTo(moments.second)).toBe("1 3");
});

test("after a server crash, unarchived changes are recovered from its data folder", async () => {
  await product.compose("stop", "archive");
  await write(5);
  await product.compose("kill", "postgres");
  expect(await backTo("latest")).toBe("1 3 5");
});

test("an impossible restore is refused and changes nothing", async () => {
  await expect(recover(moments.second)).rejects.toThrow("Postgres is running");
  await stop();
  await expect(recover("2020-01-01")).rejects.toThrow("No base backup is older");
  await expect(recover("tomorrow")).rejects.toThrow("has not come yet");
  await expect(recover("nonsense")).rejects.toThrow("is no moment");
  // No more segments are written, so nothing shows that the archive reaches that far.
  await expect(recover("now")).rejects.toThrow("It could not be brought there");
  await up();
  expect(await rows()).toBe("1 3 5");
});

test("a segment is never overwritten", async () => {
  const segment = (await inArchive("wal/????????????????????????.gz")).at(0) ?? "";
  const name = segment.slice(-27, -3);
  const again = (made: string) =>
    inServer(
      `cd "$PGDATA"; ${made} >/tmp/${name}; sh ${SCRIPTS}/archive-wal.sh /tmp/${name} ${name}`,
    );
  await again(`gunzip -c ${segment}`);
  await expect(again("echo another")).rejects.toThrow("is there already and is another");
  expect(await inServer(`gunzip -c ${segment} | wc -c`)).toBe(`${16 * 1024 * 1024}\n`);
});

test("archives that no moment of the last days needs are dropped", async () => {
  const [oldest, older, ...newer] = await inArchive("base/*");
  const first = await inServer(
    `tar -xzOf ${older}/base.tar.gz backup_label | sed -n 's/.*(file \\(.*\\))/\\1/p'`,
  );
  await inServer(
    `cd $(dirname ${older}); mv ${oldest} 20200101T000000Z; mv ${older} 20200102T000000Z`,
  );
  await inServer(`sh ${SCRIPTS}/drop-old.sh 7`);
  const left = (await inArchive("base/*")).map((path) => path.slice(path.lastIndexOf("/") + 1));
  expect(left).toEqual(["20200102T000000Z", ...newer.map((path) => path.slice(-16))]);
  const segments = (await inArchive("wal/????????????????????????.gz")).map((path) =>
    path.slice(-27, -3),
  );
  expect(segments).toContain(first.trim());
  const before = segments.filter((name) => name.slice(8) < first.trim().slice(8));
  expect(before).toEqual([]);
  expect(await backTo(moments.second)).toBe("1 3");
});

async function loseDatabase(): Promise<void> {
  await product.compose("--profile", "*", "down");
  const lose = ["--entrypoint", "rm", "recover", "-rf", "/var/lib/postgresql/18"];
  await product.compose("run", "--rm", ...lose);
}

test("a lost database is restored from the archive alone", async () => {
  await loseDatabase();
  await recover("latest");
  await up();
  expect(await rows()).toBe("1 3");
});

test("another database in its place is archived beside it, and the first can be restored", async () => {
  await loseDatabase();
  await up();
  expect((await inArchive("wal")).length).toBe(2);
  expect(await backTo(moments.second)).toBe("1 3");
});

test("without the archive service nothing is archived and nothing waits to be", async () => {
  await product.compose("stop", "archive");
  await inServer("touch -d '2 days ago' /archive/on");
  const before = await inArchive("wal/*");
  await write(6);
  const name = await product.sql("select pg_walfile_name(pg_switch_wal())");
  await expect
    .poll(() => product.sql("select last_archived_wal from pg_stat_archiver"), { timeout: 20_000 })
    .toBe(name);
  expect(await inArchive("wal/*")).toEqual(before);
});
