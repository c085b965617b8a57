import { expect, test } from "vitest";

import { derivedId, newId } from "#kernel/node/ids.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a new id is a unique UUIDv7 of its moment", () => {
  const ids = Array.from({ length: 1000 }, () => newId(1_772_438_400_000));
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => UUID.exec(id)?.[1] === "7")).toBe(true);
  expect(Number.parseInt((ids[0] ?? "").replaceAll("-", "").slice(0, 12), 16)).toBe(
    1_772_438_400_000,
  );
});

test("ids of a later millisecond sort later", () => {
  const ids = [3, 1, 2, 281_474_976_710_655, 0].map((ms) => newId(ms));
  const [three, one, two, last, zero] = ids;
  expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([zero, one, two, three, last]);
});

test("a derived id is the UUIDv5 of RFC 9562's example", () => {
  expect(derivedId("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe(
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  );
});

test("another name or another owner gives another id", () => {
  const user = newId();
  const ids = [derivedId(user, "member"), derivedId(user, "profile"), derivedId(newId(), "member")];
  expect(new Set(ids).size).toBe(3);
  expect(derivedId(user, "member")).toBe(ids[0]);
});
