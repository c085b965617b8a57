import { appendFile, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createErasureList, readErasures } from "#kernel/node/erased-list.ts";
import { id, tenantOf } from "#tests/kit/builders/shop-log.ts";

const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
const EFUA = id(0xe1);

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tillbook-erased-"));
  folder = join(home, "not there yet");
});
afterEach(() => rm(home, { recursive: true }));

test("each erased subject is listed once, and the same id in two tenants twice", async () => {
  const list = createErasureList(folder);
  const ofAma = { tenantId: AMA, subjectId: EFUA, erasedMs: 5 };
  const ofKofi = { tenantId: KOFI, subjectId: EFUA, erasedMs: 6 };
  for (const erased of [ofAma, ofAma, ofKofi]) await list.add(erased);
  expect(await readErasures(folder)).toEqual([ofAma, ofKofi]);
  const [name = ""] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
});

test("a line torn by a crash is skipped, and the next lines are read", async () => {
  const list = createErasureList(folder);
  const one = { tenantId: AMA, subjectId: EFUA, erasedMs: 5 };
  await list.add({ ...one, subjectId: id(0xe0) });
  const [name = ""] = await readdir(folder);
  await appendFile(join(folder, name), '\n{"tenantId":"019a0000-0000-7');
  await list.add(one);
  expect((await readErasures(folder)).map(({ subjectId }) => subjectId)).toEqual([id(0xe0), EFUA]);
});

test("without a folder the list is empty", async () => {
  expect(await readErasures(folder)).toEqual([]);
});
