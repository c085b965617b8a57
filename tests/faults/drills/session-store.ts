import { setTimeout as delay } from "node:timers/promises";

import type { TenantId } from "#kernel/contract/ids.ts";
import { createHttpApp, type HttpApp } from "#kernel/node/http/server.ts";
import { partsOf } from "#kernel/node/in-parts.ts";
import { requireSession } from "#kernel/node/session/require-session.ts";
import { createSessions, type Sessions } from "#kernel/node/session/sessions.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import {
  type Answer,
  createAsk,
  type Method,
  METHODS,
} from "#tests/integration/command-api/routes/ask.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import type { TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

/** A session that was found may be used for a second more. */
const CACHED_MS = 1_100;
const ANY_ID = "018f0000-0000-7000-8000-000000000000";
const WHO = ["owner", "super_admin"] as const;
/** More at once may be refused on a busy machine, with the sessions or without. */
const FEW = 10;

type Api = "command" | "query";
type Route = Readonly<{ api: Api; method: Method; url: string }>;
type Asked = Answer & Readonly<{ ms: number }>;
type AskAll = (atOnce: number) => Promise<readonly Asked[]>;

/** How the store is lost, and found again. */
export type Loss = Readonly<{ lose: () => void; find: () => void; longestWaitS: number }>;

/**
 * Asks every route that needs a session, as an owner and as a super admin, while the services
 * cannot reach the sessions.
 */
export async function loseSessionStore(
  apis: Apis,
  url: string,
  { lose, find, longestWaitS }: Loss,
  { figure, control }: RowTest,
): Promise<void> {
  const command = await apis.openTwin({ databaseUrl: withoutUser(url) });
  const query = await apis.openQuery(url);
  const asks = { command: createAsk(command.app, apis.tokens).ask, query: query.ask };
  const routes = await withSession(apis);
  const all = routes.flatMap((route) => WHO.map((as) => ({ ...route, as })));
  const askAll: AskAll = async (atOnce) => {
    const answers: Asked[] = [];
    for (const part of partsOf(all, atOnce)) {
      const asking = part.map(({ api, method, url: path, as }) =>
        timed(asks[api](method, path, { as })),
      );
      answers.push(...(await Promise.all(asking)));
    }
    return answers;
  };
  const careless = await openCareless(apis, url);
  try {
    await careless.know();
    const before = await askAll(FEW);
    lose();
    await delay(CACHED_MS);
    const during = await askAll(all.length);
    const signedOut = await careless.signedOut();
    const trusting = await careless.trusting();
    find();
    await delay(CACHED_MS);
    const later = await askAll(FEW);
    const count = (answers: readonly Answer[], ...statuses: readonly number[]) =>
      answers.filter(({ status }) => statuses.includes(status)).length;
    figure("routes asked", routes.length, { atLeast: 60 });
    figure("answers of 503 before", count(before, 503), { exactly: 0 });
    figure("answers of 503 with Retry-After", during.filter(isUnavailable).length, {
      exactly: during.length,
    });
    figure("answers of 401", count(during, 401), { exactly: 0 });
    figure("accepted", during.filter(({ status }) => status < 400).length, { exactly: 0 });
    figure("longest wait in s", Math.max(...during.map(({ ms }) => ms)) / 1000, {
      atMost: longestWaitS,
    });
    figure("answers of 503 afterwards", count(later, 503), { exactly: 0 });
    control(
      "answers of 401, if a failed lookup were the end of a session",
      count([signedOut], 401),
      {
        atLeast: 1,
      },
    );
    control("accepted, if a failed lookup used the last session", count([trusting], 200), {
      atLeast: 1,
    });
  } finally {
    find();
    await careless.close();
    await Promise.all([command.close(), query.close()]);
  }
}

const isUnavailable = ({ status, headers }: Answer): boolean =>
  status === 503 && headers["retry-after"] !== undefined;

async function timed(asking: Promise<Answer>): Promise<Asked> {
  const startedAt = performance.now();
  const answer = await asking;
  return { ...answer, ms: performance.now() - startedAt };
}

const withoutUser = (adminUrl: string): string => {
  const url = new URL(adminUrl);
  url.username = "";
  url.password = "";
  return url.href;
};

/** These end the sessions that the others need. */
const ENDS_SESSIONS = /logout|sessions/;

/** The routes that refuse a request without a token. */
async function withSession(apis: Apis): Promise<readonly Route[]> {
  const routes = apis.routes.map((name) => {
    const [api = "", method = "", pattern = ""] = name.split(" ");
    const url = pattern.replaceAll(/:\w+/g, ANY_ID);
    return { api: api === "query" ? ("query" as const) : ("command" as const), method, url };
  });
  const known = routes.flatMap((route) =>
    METHODS.flatMap((method) => (method === route.method ? [{ ...route, method }] : [])),
  );
  const answers = await Promise.all(
    known.map(({ api, method, url }) => apis.askOf[api](method, url, { as: "anonymous" })),
  );
  return known.filter(
    ({ url }, index) => answers[index]?.status === 401 && !ENDS_SESSIONS.test(url),
  );
}

type Find = Sessions["find"];

/** Two guards with a mistake each: what must not happen, happens there. */
async function openCareless(apis: Apis, url: string) {
  const pool = poolAs("query_ro", url, 1);
  const { publicKeyPem, clock } = apis;
  const sessions = createSessions({ pool, publicKeyPem, clock });
  const last = new Map<TenantId, Awaited<ReturnType<Find>>>();
  const forgets: Find = (...who) => sessions.find(...who).catch(() => undefined);
  const trusts: Find = async (tenantId, sid) => {
    const found = await sessions.find(tenantId, sid).catch(() => last.get(tenantId));
    last.set(tenantId, found);
    return found;
  };
  const [signingOut, trusting] = await Promise.all(
    [forgets, trusts].map((find) => guarded(apis, { ...sessions, find })),
  );
  const ask = (app: HttpApp | undefined) => {
    if (!app) throw new Error("no app");
    return createAsk(app, apis.tokens).ask("GET", "/who", { as: "owner" });
  };
  return {
    know: () => ask(trusting),
    signedOut: () => ask(signingOut),
    trusting: () => ask(trusting),
    close: async (): Promise<void> => {
      await Promise.all([signingOut?.close(), trusting?.close()]);
      await pool.end();
    },
  };
}

async function guarded({ logger }: Apis, sessions: Sessions): Promise<HttpApp> {
  const app = createHttpApp({ logger });
  app.register(async (scope) => {
    await scope.register(requireSession, { sessions, aud: "any" });
    scope.get("/who", () => ({ success: true }));
  });
  await app.ready();
  return app;
}

export const refused = (proxy: TcpProxy): Loss => ({
  lose: () => proxy.refuse(true),
  find: () => proxy.refuse(false),
  longestWaitS: 2,
});

export const silent = (proxy: TcpProxy): Loss => ({
  lose: () => proxy.hold(),
  find: () => proxy.letGo(),
  longestWaitS: 7,
});
