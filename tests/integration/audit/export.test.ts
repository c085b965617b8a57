import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  OTHERS,
  OURS,
} from "#tests/integration/command-api/event-store/head-signer/sealed-logs.ts";

import { openSigned, SIGNED, type SignedHouse, SIZES, UNSIGNED } from "./exported.ts";

let house: SignedHouse;
let bundle = "";
let lines: string[] = [];
beforeAll(async () => {
  house = await openSigned();
  const { files } = await house.exported("first", "--tenant", OURS);
  bundle = files[0] ?? "";
  lines = await house.linesOf(bundle);
});
afterAll(() => house.close());

describe("an export", () => {
  test("writes one file per shop, up to its last signed head", async () => {
    const { code, said, files } = await house.exported("all");
    expect(code).toBe(0);
    expect(files.map((file) => file.split("/").at(-1))).toEqual([
      `tillbook-${OURS}-${SIGNED}.jsonl`,
      `tillbook-${OTHERS}-${SIGNED}.jsonl`,
    ]);
    const left = `${SIGNED} events; ${UNSIGNED} events after the last signed head are not in it`;
    expect(said.match(new RegExp(left, "g"))).toHaveLength(2);
    expect(said).toContain("00000000-0000-7000-8000-000000000001: nothing is signed yet");
  });

  test("says the same as JSON", async () => {
    const { said, files } = await house.exported("json", "--tenant", OTHERS, "--json");
    const [file] = files;
    expect(JSON.parse(said)).toEqual([
      { tenantId: OTHERS, file, events: SIGNED, unsigned: UNSIGNED, deviation: null },
    ]);
  });

  test("two exports of one signed head are identical, and another shop's differs", async () => {
    const again = await house.exported("again");
    const text = await readFile(bundle);
    expect((await readFile(again.files[0] ?? "")).equals(text)).toBe(true);
    expect((await readFile(again.files[1] ?? "")).equals(text)).toBe(false);
  });

  test("holds header, signed heads, keys, events and manifest", () => {
    const kinds = lines.map((line) => /^\{"kind":"(\w+)"/.exec(line)?.[1]);
    expect(kinds).toEqual([
      "bundle",
      ...SIZES.map(() => "checkpoint"),
      ...house.keys.publicKeys.map(() => "key"),
      ...Array.from({ length: SIGNED }, () => "event"),
      "manifest",
    ]);
  });

  test("of a shop without a signed head fails and writes no report", async () => {
    const unknownTenant = "018f0000-0000-7000-8000-00000000ffff";
    const run = await house.audit(["export", "--tenant", unknownTenant, "--out", house.folder]);
    expect([run.code, run.out]).toEqual([2, ""]);
    expect(run.err).toContain("Nothing signed yet");
  });
});
