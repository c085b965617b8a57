import { expect, test } from "vitest";

import { createMailLinks, hashOfLinkToken } from "#command-api/mail-link.ts";
import { CommandId, TenantId } from "#kernel/contract/ids.ts";

const AMA = TenantId.parse("018f0000-0000-7000-8000-000000000001");
const KOFI = TenantId.parse("018f0000-0000-7000-8000-000000000002");
const COMMAND = CommandId.parse("018f0d00-0000-7000-8000-000000000001");
const OTHER = CommandId.parse("018f0d00-0000-7000-8000-000000000002");
const secret = Buffer.alloc(32, 7);

test("one command gives one token, in every process", () => {
  const token = createMailLinks(secret).tokenFor("invitation", AMA, COMMAND);
  expect(createMailLinks(secret).tokenFor("invitation", AMA, COMMAND)).toBe(token);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
});

test("the token differs by kind, tenant, command and key", () => {
  const { tokenFor } = createMailLinks(secret);
  const tokens = [
    tokenFor("invitation", AMA, COMMAND),
    tokenFor("password-reset", AMA, COMMAND),
    tokenFor("invitation", KOFI, COMMAND),
    tokenFor("invitation", AMA, OTHER),
    createMailLinks(Buffer.alloc(32, 8)).tokenFor("invitation", AMA, COMMAND),
  ];
  expect(new Set(tokens).size).toBe(tokens.length);
});

test("the stored hash is not the token", () => {
  const token = createMailLinks(secret).tokenFor("invitation", AMA, COMMAND);
  expect(hashOfLinkToken(token)).toHaveLength(32);
  expect(hashOfLinkToken(token).toString("base64url")).not.toBe(token);
});
