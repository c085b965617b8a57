import { setImmediate as nextTurn } from "node:timers/promises";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { sendProblem } from "#kernel/node/http/errors.ts";

import type { HeavyRequest, HeavyWork } from "./heavy-work.ts";

/**
 * `whole`: the request is one piece of work, from its handler to its finished answer. `pieces`: the
 * handler says itself where its pieces begin and end, because it streams or writes for long.
 */
export type Heaviness = "whole" | "pieces" | undefined;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Work that could slow down other tenants. */
    heavy?: Heaviness | ((request: FastifyRequest) => Heaviness);
  }
  interface FastifyRequest {
    /** Set for a heavy request of pieces. */
    heavy: HeavyRequest | undefined;
    /** Ends the one piece of a request that is whole. */
    endHeavyPiece: (() => void) | undefined;
  }
}

const TOO_MANY_HEAVY = {
  status: 429,
  code: "too-many-heavy-requests",
  error:
    "Your business is already running several exports, imports or long reports. Please try again in a moment.",
  retryAfterSeconds: 5,
} as const;

/** Together with the wait to be let in, less than a handler may take. */
const WHOLE_WITHIN_MS = 2_000;

export function heavinessOf(request: FastifyRequest): Heaviness {
  const { heavy } = request.routeOptions.config;
  return typeof heavy === "function" ? heavy(request) : heavy;
}

/** Gives the heavy requests of a scope their turns, after `requireSession`. */
export function limitHeavy(app: FastifyInstance, work: HeavyWork): void {
  app.decorateRequest("heavy");
  app.decorateRequest("endHeavyPiece");

  app.addHook("preHandler", async (request, reply) => {
    const heaviness = heavinessOf(request);
    if (heaviness === undefined) return undefined;
    const entered = await work.enter(request.actor.tenantId);
    if (!entered) return sendProblem(reply, TOO_MANY_HEAVY);
    atItsEnd(reply, entered.end);
    request.heavy = entered;
    if (heaviness !== "whole") return undefined;
    const endPiece = await entered.begin(WHOLE_WITHIN_MS);
    if (!endPiece) return sendProblem(reply, TOO_MANY_HEAVY);
    request.endHeavyPiece = endPiece;
    atItsEnd(reply, endPiece);
    return undefined;
  });

  // The client may read the answer slowly; the work is done.
  app.addHook("onSend", (request, _reply, _payload, done) => {
    request.endHeavyPiece?.();
    done();
  });
}

/** Also when the client has left while it waited. */
function atItsEnd({ raw }: FastifyReply, end: () => void): void {
  if (raw.closed || raw.writableFinished) return end();
  raw.once("finish", end).once("close", end);
  return undefined;
}

/** Passes on what a generator yields; each step is a piece. */
export async function* inPieces<Part>(
  request: Pick<FastifyRequest, "heavy">,
  parts: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  try {
    for (;;) {
      const step = await inPiece(request, () => parts.next());
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await parts.return(undefined);
  }
}

/** Passes on parts; what is done with each, until the next one is asked for, is a piece. */
export async function* asPieces<Part>(
  { heavy }: Pick<FastifyRequest, "heavy">,
  parts: Iterable<Part>,
): AsyncGenerator<Part> {
  for (const part of parts) {
    const end = await heavy?.begin();
    try {
      yield part;
      await nextTurn();
    } finally {
      end?.();
    }
  }
}

/** Runs one piece of a heavy request when its turn comes. */
export async function inPiece<Result>(
  { heavy }: Pick<FastifyRequest, "heavy">,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = await heavy?.begin();
  try {
    return await work();
  } finally {
    end?.();
  }
}
