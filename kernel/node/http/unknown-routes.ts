import type { FastifyInstance } from "fastify";

import { problemOf, sendProblem } from "./errors.ts";

type KnownRoute = Readonly<{ methods: readonly string[]; pattern: RegExp }>;

/** Answers 405 with the allowed methods for a known path, else 404. */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const known: KnownRoute[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    known.push({ methods: [method].flat(), pattern: toPattern(url) });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = new Set(
      known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods),
    );
    if (allowed.size === 0) return sendProblem(reply, problemOf(404));
    reply.header("allow", [...allowed].join(", "));
    return sendProblem(reply, problemOf(405));
  });
}

const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replace(/:\w+/g, "[^/]+")
      .replaceAll("*", ".*")}$`,
  );
