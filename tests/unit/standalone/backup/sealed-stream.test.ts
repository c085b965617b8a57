import { randomBytes } from "node:crypto";

import { describe, expect, test } from "vitest";

import { type BackupSecret, passwordSecret } from "#standalone/operator/backup/backup-secret.ts";
import { sealed, unsealed } from "#standalone/operator/backup/sealed-stream.ts";

const MIB = 1024 * 1024;
const KEY: BackupSecret = { kind: "key", value: randomBytes(32) };

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function all(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of pieces) parts.push(part);
  return Buffer.concat(parts);
}

const seal = (plain: Buffer, secret = KEY, piece = 70_000): Promise<Buffer> =>
  all(sealed(inPieces(plain, piece), secret));
const open = (file: Buffer, secret = KEY, piece = 60_001): Promise<Buffer> =>
  all(unsealed(inPieces(file, piece), secret));

describe("a sealed stream", () => {
  test.for([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB, 3 * MIB + 17])(
    "of %i bytes comes out as it went in, in pieces of any size",
    async (length) => {
      const plain = randomBytes(length);
      for (const piece of [9_999, MIB, 5 * MIB]) {
        expect((await open(await seal(plain, KEY, piece), KEY, piece)).equals(plain)).toBe(true);
      }
    },
  );

  test("opens with its password, and with no other", async () => {
    const plain = Buffer.from("Ama's shop");
    const file = await seal(plain, passwordSecret("correct horse battery"));
    expect((await open(file, passwordSecret("correct horse battery"))).equals(plain)).toBe(true);
    await expect(open(file, passwordSecret("correct horse batterz"))).rejects.toThrow(
      "another password or key, or it was changed",
    );
    await expect(open(file)).rejects.toThrow("sealed under a password, not under a key");
    await expect(open(await seal(plain), passwordSecret("correct horse battery"))).rejects.toThrow(
      "sealed under a key, not under a password: name it with --key-file FILE",
    );
  });

  test("says nothing of what is in it, and is another one each time", async () => {
    const plain = Buffer.from("Ama's shop ".repeat(1000));
    const [one, two] = [await seal(plain), await seal(plain)];
    expect(one.includes("Ama")).toBe(false);
    expect(one.equals(two)).toBe(false);
  });
});

describe("what is not what was written is refused", () => {
  const plain = randomBytes(2 * MIB + 500);

  test("cut off anywhere, also between two chunks", async () => {
    const file = await seal(plain);
    const head = file.indexOf(10, file.indexOf(10) + 1) + 1;
    const chunk = 4 + MIB + 16;
    for (const length of [
      file.length - 1,
      file.length - 16,
      head + 2 * chunk,
      head + chunk,
      head + chunk + 3,
      head,
    ]) {
      await expect(open(file.subarray(0, length))).rejects.toThrow("its end is missing");
    }
    await expect(open(file.subarray(0, 10))).rejects.toThrow("no backup of this product");
  });

  test("with a bit flipped anywhere in a small one, and at 20 random places of a large one", async () => {
    const [small, large] = [await seal(Buffer.from("Ama's shop")), await seal(plain)];
    const flips = [
      ...Array.from(small, (_, at) => ({ file: small, at })),
      ...Array.from({ length: 20 }, () => ({
        file: large,
        at: Math.floor(Math.random() * large.length),
      })),
    ];
    for (const { file, at } of flips) {
      const bad = Buffer.from(file);
      bad.writeUInt8(bad.readUInt8(at) ^ (1 << (at % 8)), at);
      await expect(open(bad), `byte ${at} of ${file.length}`).rejects.toThrow();
    }
  });

  test("with something behind its end, and with chunks of another order", async () => {
    const file = await seal(plain);
    await expect(open(Buffer.concat([file, Buffer.from("x")]))).rejects.toThrow("changed");
    const head = file.indexOf(10, file.indexOf(10) + 1) + 1;
    const chunk = 4 + MIB + 16;
    const [one, two] = [0, 1].map((n) => file.subarray(head + n * chunk, head + (n + 1) * chunk));
    const rest = file.subarray(head + 2 * chunk);
    const turned = Buffer.concat([file.subarray(0, head), ...(two && one ? [two, one] : []), rest]);
    expect(turned.length).toBe(file.length);
    await expect(open(turned)).rejects.toThrow("changed");
  });

  test("before anything of a bad chunk comes out", async () => {
    const file = await seal(plain);
    const bad = Buffer.from(file);
    bad.writeUInt8(bad.readUInt8(MIB + 1000) ^ 1, MIB + 1000);
    let heard = 0;
    const reading = async (): Promise<void> => {
      for await (const part of unsealed(inPieces(bad, 50_000), KEY)) heard += part.length;
    };
    await expect(reading()).rejects.toThrow();
    expect(heard % MIB).toBe(0);
    expect(heard).toBeLessThan(2 * MIB);
  });
});
