import type { FastifyInstance } from "fastify";

export type RequestCounts = Readonly<{
  /** Since it was last asked. */
  take: () => Readonly<{ ok: number; failed: number }>;
}>;

const FIRST_FAULT = 500;

/** Counts what this process answers: a refusal is an answer, a fault of ours is none. */
export function countRequests(app: FastifyInstance): RequestCounts {
  let [ok, failed] = [0, 0];
  app.addHook("onResponse", (_request, reply, done) => {
    if (reply.statusCode < FIRST_FAULT) ok += 1;
    else failed += 1;
    done();
  });
  return {
    take: () => {
      const counts = { ok, failed };
      [ok, failed] = [0, 0];
      return counts;
    },
  };
}
