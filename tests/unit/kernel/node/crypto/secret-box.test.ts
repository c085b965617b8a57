import { expect, test } from "vitest";

import { createSecretBox } from "#kernel/node/crypto/secret-box.ts";

const dataKey = Buffer.alloc(32, 3);
const secret = Buffer.from("a secret of somebody");
const { seal, open } = createSecretBox(dataKey, "tests");

test("a secret opens for its owner, in another process too", () => {
  const sealed = seal("ama", secret);
  expect(createSecretBox(dataKey, "tests").open("ama", sealed)).toEqual(secret);
  expect(sealed.includes(secret)).toBe(false);
});

test("it opens for nobody else, for no other purpose, with no other key and not when it was changed", () => {
  const sealed = seal("ama", secret);
  const changed = Buffer.from(sealed);
  changed[20] = (changed[20] ?? 0) ^ 1;
  const attempts = [
    () => open("kofi", sealed),
    () => createSecretBox(dataKey, "others").open("ama", sealed),
    () => createSecretBox(Buffer.alloc(32, 4), "tests").open("ama", sealed),
    () => open("ama", changed),
  ];
  for (const attempt of attempts) expect(attempt).toThrow();
});

test("the same secret is sealed anew each time", () => {
  expect(seal("ama", secret).equals(seal("ama", secret))).toBe(false);
});
