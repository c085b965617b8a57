import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  newSignedHeadKeys,
  parseSignedHeadKeys,
  readSignedHeadKeys,
} from "#kernel/verify/signed-head-keys.ts";
import {
  type TreeHead,
  treeHeadText,
  keyIdOf,
  noteHash,
  openSignedHead,
  parseTreeHead,
  signTreeHead,
} from "#kernel/verify/signed-head.ts";
import { rawPublicKey } from "#kernel/verify/signed-note.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const { privateKey } = generateKeyPairSync("ed25519");
const raw = rawPublicKey(privateKey);

const first: TreeHead = {
  tenantId: OURS,
  treeSize: 7,
  root: Buffer.alloc(32, 1),
  chain: Buffer.alloc(32, 2),
  signedMs: 1_795_000_000_000,
  previous: null,
};
const note = signTreeHead(first, privateKey);
const second: TreeHead = { ...first, treeSize: 1000, previous: noteHash(note) };

describe("a checkpoint", () => {
  test("is written as it is read", () => {
    for (const checkpoint of [first, second]) {
      expect(parseTreeHead(treeHeadText(checkpoint))).toEqual(checkpoint);
    }
    expect(treeHeadText(first).split("\n")).toEqual([
      `tillbook/${OURS}`,
      "7",
      "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=",
      "chain AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=",
      "signed 1795000000000",
      "previous none",
      "",
    ]);
  });

  test("opens with the key that signed it, for the tenant that it is of", () => {
    expect(openSignedHead(note, OURS, [raw])).toEqual({ ...first, keyId: keyIdOf(raw) });
    expect(openSignedHead(note, OTHERS, [raw])).toBeUndefined();
    expect(openSignedHead(note, OURS, [])).toBeUndefined();
    expect(openSignedHead(note, OURS, [Buffer.alloc(32, 9)])).toBeUndefined();
  });

  test.each([
    ["another tenant", OURS, OTHERS],
    ["another size", "\n7\n", "\n8\n"],
    ["another time", "1795", "1796"],
    ["another one before it", "previous none", `previous ${"A".repeat(43)}=`],
  ])("that was changed to %s does not open", (_, from, to) => {
    expect(note).toContain(from);
    expect(openSignedHead(note.replace(from, to), OURS, [raw])).toBeUndefined();
    expect(openSignedHead(note.replaceAll(from, to), OTHERS, [raw])).toBeUndefined();
  });

  test.each([
    ["a size with a zero in front", "\n7\n", "\n07\n"],
    ["no size", "\n7\n", "\n0\n"],
    ["a root that is too short", "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "AQEB"],
    ["a word that is another", "chain ", "chains "],
    ["a line more", "previous none\n", "previous none\nmore\n"],
    ["an origin that is none", "tillbook/", "tillbooks/"],
  ])("with %s is none", (_, from, to) => {
    expect(parseTreeHead(treeHeadText(first).replace(from, to))).toBeUndefined();
  });
});

describe("the file of the keys", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-keys-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("keeps the public keys of those before it when a new one is made", () => {
    const one = parseSignedHeadKeys(newSignedHeadKeys());
    if (!one.signing) throw new Error("no key");
    const two = parseSignedHeadKeys(newSignedHeadKeys([createPublicKey(one.signing)]));
    expect(two.publicKeys).toHaveLength(2);
    expect(two.publicKeys[1]).toEqual(one.publicKeys[0]);
    expect(two.publicKeys[0]).not.toEqual(one.publicKeys[0]);
  });

  test("may hold public keys alone, for who only verifies", () => {
    const pem = createPublicKey(privateKey).export({ type: "spki", format: "pem" });
    const keys = parseSignedHeadKeys(`of the shop in Osu\n${String(pem)}`);
    expect([keys.signing, keys.publicKeys]).toEqual([undefined, [raw]]);
  });

  test.each([
    ["holds no key", ""],
    ["holds more than one private key", newSignedHeadKeys() + newSignedHeadKeys()],
    [
      "holds a key that is not Ed25519",
      String(generateKeyPairSync("x25519").privateKey.export({ type: "pkcs8", format: "pem" })),
    ],
  ])("that %s is refused with its name and without its text", async (reason, text) => {
    const path = join(folder, "keys.pem");
    await writeFile(path, text);
    await expect(readSignedHeadKeys(path)).rejects.toThrow(`${path}: ${reason}`);
  });

  test("that is not there is named", async () => {
    const path = join(folder, "none.pem");
    await expect(readSignedHeadKeys(path)).rejects.toThrow(path);
  });
});
