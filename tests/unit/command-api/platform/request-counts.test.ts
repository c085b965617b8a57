import fastify from "fastify";
import { expect, it } from "vitest";

import { countRequests } from "#command-api/platform/probe.ts";

it("counts a refusal as ok and a server error as failed, since the last call", async () => {
  const app = fastify();
  const counts = countRequests(app);
  app.get<{ Params: { status: string } }>("/:status", (request, reply) =>
    reply.code(Number(request.params.status)).send(),
  );
  for (const status of [200, 304, 404, 500, 503]) await app.inject({ url: `/${status}` });

  expect(counts.take()).toEqual({ ok: 3, failed: 2 });
  expect(counts.take()).toEqual({ ok: 0, failed: 0 });
  await app.close();
});
