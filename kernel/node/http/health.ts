import type { FastifyBaseLogger, FastifyInstance } from "fastify";

import { createGauge } from "#kernel/node/metrics/registry.ts";

import { sendProblem, type Problem } from "./errors.ts";

const joinNotReady = createGauge({
  name: "tillbook_not_ready",
  help: "Parts of this process that are not ready because something that they need does not answer",
});

/** Rejects, or resolves with false, while the dependency does not work. */
export type Check = () => Promise<unknown>;

const LONGEST_MS = 1_000;
const CACHED_MS = 1_000;

const NOT_READY: Problem = { status: 503, code: "not-ready", error: "The service is not ready." };

/**
 * `/health/live`: this process answers. `/health/ready`: its dependencies answer too; the log says
 * which one does not.
 */
export function addHealth(
  app: FastifyInstance,
  checks: Readonly<Record<string, Check>> = {},
): void {
  const isReady = cached(() => failedChecks(checks), app.log);
  const endMeasuring = joinNotReady(async () => [{ value: (await isReady()) ? 0 : 1 }]);
  app.addHook("onClose", async () => endMeasuring());
  app.get("/health/live", () => ({ success: true, data: { status: "live" } }));
  app.get("/health/ready", async (_request, reply) =>
    (await isReady())
      ? { success: true, data: { status: "ready" } }
      : sendProblem(reply, NOT_READY),
  );
}

async function failedChecks(checks: Readonly<Record<string, Check>>): Promise<string[]> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
  );
  return outcomes.flat();
}

async function passes(check: Check): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), LONGEST_MS);
  const outcome = check().then(
    (result) => result !== false,
    () => false,
  );
  try {
    return await Promise.race([outcome, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Probes each dependency at most once a second. */
function cached(probe: () => Promise<string[]>, logger: FastifyBaseLogger): () => Promise<boolean> {
  let last: { at: number; failed: Promise<string[]> } | undefined;
  let wasReady = true;
  return async () => {
    if (last === undefined || performance.now() - last.at > CACHED_MS) {
      last = { at: performance.now(), failed: probe() };
    }
    const failed = await last.failed;
    const isReady = failed.length === 0;
    if (isReady !== wasReady) logger.warn({ failed }, isReady ? "ready again" : "not ready");
    wasReady = isReady;
    return isReady;
  };
}
