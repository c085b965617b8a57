import type { FastifyReply } from "fastify";

import { InvariantError } from "#kernel/contract/rejection.ts";

import { createCounter, createHistogram } from "./registry.ts";

const answers = createCounter({
  name: "tillbook_http_requests_total",
  help: "Answered requests, without health checks",
  labels: ["method", "route", "status"],
});

/** Up to the 15 s after which a handler is given up. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

const durations = createHistogram({
  name: "tillbook_http_request_seconds",
  help: "Time to answer a request, without health checks and live streams",
  labels: ["method", "route"],
  buckets: SECONDS,
});

/** The route of a request that no route takes. */
export const NO_ROUTE = "(none)";
const MS = 1_000;

type Answered = Readonly<{ method: string; route: string; status: number }>;

/** A route is a pattern or a fixed name, so that the number of series is bounded. */
export function measureRequest({ method, route, status }: Answered, reply: FastifyReply): void {
  if (route.startsWith("/health/")) return;
  // A request without a route may have any method.
  const labels = { method: route === NO_ROUTE ? "(any)" : method, route };
  answers.inc({ ...labels, status });
  if (!isStream(reply)) durations.observe(labels, reply.elapsedTime / MS);
}

const brokenInvariants = createCounter({
  name: "tillbook_broken_invariants_total",
  help: "Requests that failed because something was impossible: a fault of the product or of its data",
});

export function measureError(error: unknown): void {
  if (error instanceof InvariantError) brokenInvariants.inc();
}

/** A live stream is open for hours. */
function isStream({ raw }: FastifyReply): boolean {
  const type = raw.getHeader("content-type");
  return typeof type === "string" && type.startsWith("text/event-stream");
}
