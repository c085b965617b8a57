import { expect, test } from "vitest";

import { createSecretBox } from "#kernel/node/crypto/secret-box.ts";

const dataKey = Buffer.alloc(32, 3);
const secret = Buffer.from("a secret of the owner");
const { seal, open } = createSecretBox(dataKey, "tests");

test("a secret opens for its owner, also in another process", () => {
  const sealed = seal("ama", secret);
  expect(createSecretBox(dataKey, "tests").open("ama", sealed)).toEqual(secret);
  expect(sealed.includes(secret)).toBe(false);
});

test("it does not open for another owner, purpose or key, nor when it was changed", () => {
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

test("the same secret is sealed differently each time", () => {
  expect(seal("ama", secret).equals(seal("ama", secret))).toBe(false);
});
