import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import type { StoredSession } from "#tests/kit/browser/browser.ts";

export type Signed = z.infer<typeof SignInResult>;

/** What the app keeps of it in local storage. */
export const storedOf = ({ token, user, tenant, ...signed }: Signed): StoredSession => ({
  token,
  user: JSON.stringify({ ...user, ...(signed.two_factor_setup && { only_setup: true }) }),
  tenant: JSON.stringify(tenant),
});

export type Request = Readonly<{ as?: Signed | undefined; body?: unknown }>;

export type Api = Readonly<{
  signIn: (door: string, body: unknown) => Promise<Signed>;
  /** Answers with `data`. Retries when the server asks to wait, and throws when it refuses. */
  ask: (method: string, path: string, request?: Request) => Promise<unknown>;
}>;

const Answer = z.object({ data: z.optional(z.unknown()) });
const TOO_MANY = 429;
const PATIENCE_MS = 1_100;
const MOST_TRIES = 20;

/** A client of the product's API. */
export function createApi(url: string): Api {
  const send = async (method: string, path: string, { as, body }: Request = {}) => {
    const init: RequestInit = {
      method,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as.token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(method === "GET" ? {} : { "idempotency-key": randomUUID() }),
      },
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(url + path, init);
      if (answer.ok) return answer;
      const said = await answer.text();
      if (answer.status !== TOO_MANY || tries === MOST_TRIES) {
        throw new Error(`${method} ${path}: ${answer.status} ${said}`);
      }
      await delay(PATIENCE_MS);
    }
  };
  return {
    signIn: async (door, body) =>
      SignInResult.parse(await (await send("POST", door, { body })).json()),
    ask: async (method, path, request) =>
      Answer.parse(await (await send(method, path, request)).json()).data,
  };
}
