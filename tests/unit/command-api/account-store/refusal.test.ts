import fastify from "fastify";
import { expect, test } from "vitest";

import { inviteeTexts, refuse } from "#command-api/account-store/refusal.ts";
import { reject } from "#kernel/contract/rejection.ts";

const full = reject("plan-limit-reached");

test("an invited person is not asked to upgrade the plan of another tenant", async () => {
  const app = fastify();
  app.get("/owner", (_request, reply) => refuse(reply, full));
  app.get("/invitee", (_request, reply) => refuse(reply, full, inviteeTexts));
  const [owner, invitee] = [await app.inject("/owner"), await app.inject("/invitee")];
  expect(owner.json()).toMatchObject({
    code: "plan-limit-reached",
    error: "Your plan does not allow more users. Upgrade to add more.",
  });
  expect(invitee.statusCode).toBe(owner.statusCode);
  expect(invitee.json()).toMatchObject({
    code: "plan-limit-reached",
    error:
      "This business has no room for another user on its plan. Please ask the person who invited you.",
  });
});
