import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import * as z from "zod/mini";

import { reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import { createHttpApp, type Routes } from "#kernel/node/http/server.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";

const Thing = z.object({
  name: z.string("Name is required").check(z.minLength(1, "Name is required")),
  price: z.number().check(z.multipleOf(0.01, "Must have at most 2 decimals")),
  items: z.optional(z.array(z.object({ quantity: z.int() }))),
});
const Search = z.object({ q: z.optional(z.string()) });
const Told = z.object({ ok: z.boolean() });

const words = { "stock-short": (name: string) => `No more ${name}` };

const thingRoutes: Routes<{ seen: unknown[] }> = async (app, { seen }) => {
  app.post("/things", { schema: { body: Thing } }, (request) => {
    seen.push(request.body);
    return { success: true, data: request.body.name };
  });
  app.post("/anything", (request) => {
    seen.push(request.body);
    return { success: true };
  });
  app.get("/things/:id", { schema: { querystring: Search } }, (request) => ({
    success: true,
    data: request.query.q ?? "",
  }));
  app.delete("/things/:id", () => ({ success: true }));
  app.get("/short", { schema: { response: { 200: Told } } }, async (_request, reply) =>
    sendRejection(reply, reject("stock-short", "Milo"), words),
  );
};

/** A small API without a database; it records its requests and log lines. */
export function thingsApp() {
  const seen: unknown[] = [];
  const lines: string[] = [];
  const logger = createLogger(
    { service: "test", level: "info" },
    { write: (line) => lines.push(line) },
  );
  const created = createHttpApp({ logger, trustProxy: ["10.0.0.0/8"] });
  created.register(thingRoutes, { seen });
  const app: FastifyInstance = created;
  const post = (url: string, payload: string | object, headers = {}) =>
    app.inject({
      method: "POST",
      url,
      payload,
      headers: { "content-type": "application/json", ...headers },
    });
  return { app, created, seen, lines, post };
}

/** The body of every failure. */
export const envelope = (code: string) => ({
  success: false,
  code,
  error: expect.any(String),
  request_id: expect.stringMatching(/^[\w.-]{8,64}$/),
});
