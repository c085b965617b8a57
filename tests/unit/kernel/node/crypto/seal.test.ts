import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { Sealed, subjectOf } from "#kernel/contract/events/fields.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import {
  createSealer,
  openText,
  sealNothing,
  type Subject,
  unwrapKey,
} from "#kernel/node/crypto/seal.ts";

const ours = TenantId.parse("01900000-0000-7000-8000-00000000000a");
const theirs = TenantId.parse("01900000-0000-7000-8000-00000000000b");
const ama = "01900000-0000-7000-8000-000000000001";
const kofi = "01900000-0000-7000-8000-000000000002";
const dataKey = randomBytes(32);
const nameOf = ({ tenantId, subjectId }: Subject) => `${tenantId}|${subjectId}`;

function keysInMemory() {
  const stored = new Map<string, Buffer>();
  const asked: string[] = [];
  return {
    stored,
    asked,
    putKey: async (subject: Subject, wrapped: Buffer) => {
      asked.push("put");
      const standing = stored.get(nameOf(subject)) ?? wrapped;
      stored.set(nameOf(subject), standing);
      return standing;
    },
    getKey: async (subject: Subject) => {
      asked.push("get");
      return stored.get(nameOf(subject));
    },
  };
}

const sealerOf = (keys: ReturnType<typeof keysInMemory>, clock = () => 0) =>
  createSealer({ dataKey, ...keys, clock });

test("opens what it sealed, and names the subject", async () => {
  const sealer = sealerOf(keysInMemory());
  const sealed = await sealer.seal(ours, ama, "Ama Ɛbo");

  expect(subjectOf(sealed)).toBe(ama);
  expect(sealed).not.toContain("Ama");
  expect(await sealer.open(ours, sealed)).toBe("Ama Ɛbo");
});

test("opens an empty text", async () => {
  const sealer = sealerOf(keysInMemory());
  expect(await sealer.open(ours, await sealer.seal(ours, ama, ""))).toBe("");
});

test("a text that no one can open has the shape of any other, and holds nothing", async () => {
  const keys = keysInMemory();
  const sealed = sealNothing(ours);
  expect(Sealed.parse(sealed)).toBe(sealed);
  expect(await sealerOf(keys).open(ours, sealed)).toBeUndefined();
  expect(keys.stored.size).toBe(0);
  expect(sealNothing(ours)).not.toBe(sealed);
  expect(sealNothing(ours)).toHaveLength(sealed.length);
});

test("does not seal with a key that was destroyed", async () => {
  const refused = { ...keysInMemory(), putKey: () => Promise.reject(new Error("erased")) };
  await expect(createSealer({ dataKey, ...refused }).seal(ours, ama, "Ama")).rejects.toThrow();
});

test("seals the same text differently each time", async () => {
  const sealer = sealerOf(keysInMemory());
  expect(await sealer.seal(ours, ama, "Ama")).not.toBe(await sealer.seal(ours, ama, "Ama"));
});

test("five texts of a new person sealed at once share one key", async () => {
  const keys = keysInMemory();
  const sealer = sealerOf(keys);
  await Promise.all(["a", "b", "c", "d", "e"].map((text) => sealer.seal(ours, ama, text)));

  expect(keys.asked).toEqual(["get", "put"]);
});

test("two processes that seal for a new person at once end with one key", async () => {
  const keys = keysInMemory();
  const [one, two] = [sealerOf(keys), sealerOf(keys)];
  const sealed = await Promise.all([one.seal(ours, ama, "1"), two.seal(ours, ama, "2")]);

  expect(keys.stored.size).toBe(1);
  expect(await Promise.all(sealed.map((text) => one.open(ours, text)))).toEqual(["1", "2"]);
});

test("a text sealed with a destroyed key reads as erased within seconds", async () => {
  const keys = keysInMemory();
  let nowMs = 0;
  const sealer = sealerOf(keys, () => nowMs);
  const sealed = await sealer.seal(ours, ama, "Ama");
  const kept = await sealer.seal(ours, kofi, "Kofi");
  keys.stored.delete(nameOf({ tenantId: ours, subjectId: ama }));
  nowMs += 5_000;

  expect(await sealer.open(ours, sealed)).toBeUndefined();
  expect(await sealer.open(ours, kept)).toBe("Kofi");
});

test("a text copied to another tenant cannot be opened", async () => {
  const keys = keysInMemory();
  const sealer = sealerOf(keys);
  const sealed = await sealer.seal(ours, ama, "Ama");
  const wrapped = keys.stored.get(nameOf({ tenantId: ours, subjectId: ama })) ?? Buffer.alloc(0);
  const key = unwrapKey(dataKey, { tenantId: ours, subjectId: ama }, wrapped);

  expect(openText(key, ours, sealed)).toBe("Ama");
  expect(() => openText(key, theirs, sealed)).toThrow(/authenticate/);
  expect(await sealer.open(theirs, sealed)).toBeUndefined();
});

test("a text copied to another person of the tenant cannot be opened", async () => {
  const sealer = sealerOf(keysInMemory());
  const sealed = await sealer.seal(ours, ama, "Ama");
  await sealer.seal(ours, kofi, "Kofi");
  const moved = Sealed.parse(sealed.replace(ama, kofi));

  await expect(sealer.open(ours, moved)).rejects.toThrow(/authenticate/);
});

test("a changed byte is detected", async () => {
  const sealer = sealerOf(keysInMemory());
  const sealed = await sealer.seal(ours, ama, "Ama");
  const flipped = sealed.at(-6) === "A" ? "B" : "A";
  const changed = Sealed.parse(sealed.slice(0, -6) + flipped + sealed.slice(-5));

  await expect(sealer.open(ours, changed)).rejects.toThrow(/authenticate/);
});

test("a key wrapped by another DATA_KEY cannot be unwrapped", async () => {
  const keys = keysInMemory();
  const sealed = await sealerOf(keys).seal(ours, ama, "Ama");
  const other = createSealer({ dataKey: randomBytes(32), ...keys });

  await expect(other.open(ours, sealed)).rejects.toThrow(/authenticate/);
});

test("a key store that failed is asked again", async () => {
  const keys = keysInMemory();
  let isDown = true;
  const sealer = createSealer({
    dataKey,
    putKey: keys.putKey,
    getKey: async (subject) => {
      if (isDown) throw new Error("no database");
      return keys.getKey(subject);
    },
  });
  await expect(sealer.seal(ours, ama, "Ama")).rejects.toThrow("no database");
  isDown = false;

  expect(await sealer.open(ours, await sealer.seal(ours, ama, "Ama"))).toBe("Ama");
});
