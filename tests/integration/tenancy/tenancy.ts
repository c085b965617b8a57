import { randomUUID } from "node:crypto";

import { vi } from "vitest";
import * as z from "zod/mini";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { CommandId, TenantId } from "#kernel/contract/ids.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import {
  type Answer,
  createAsk,
  idOf,
  type Method,
  METHODS,
} from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { FIRST_ADMIN } from "#tests/integration/command-api/routes/two-tenants.ts";

export const PASSWORD = "a horse of their own";

const NO_TOKENS: ReadonlyMap<Identity, string> = new Map();

type Calling = Readonly<{ token?: string; body?: object; headers?: Record<string, string> }>;

/** Both APIs and the projector, with people who sign in through the real routes. */
export async function openTenancy() {
  const apis = await openApis();
  const asks = {
    command: createAsk(apis.apps.command, NO_TOKENS).ask,
    query: createAsk(apis.apps.query, NO_TOKENS).ask,
  };

  /** Sends the request to the service the proxy would choose. */
  const call = (method: Method, url: string, { token, body, headers }: Calling = {}) =>
    asks[method === "GET" ? "query" : "command"](method, url, {
      as: "anonymous",
      ...(body === undefined ? {} : { body }),
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });

  async function linkOf(tenantId: TenantId, userId: string): Promise<string> {
    const [row] = await apis.query<{ command_id: string }>(
      `select command_id from auth.link_tokens
        where tenant_id = $1 and user_id = $2 and used_ms is null`,
      [tenantId, userId],
    );
    const commandId = CommandId.parse(row?.command_id);
    return apis.mailLinks.tokenFor("invitation", tenantId, commandId);
  }

  const signIn = async (email: string, password = PASSWORD): Promise<Answer> =>
    call("POST", "/auth/login.php", { body: { email, password } });

  /** A new tenant for each test, with its owner signed in. */
  async function registerTenant() {
    const email = `${randomUUID()}@owner.example`;
    const body = { business_name: "Shop", first_name: "Ama", last_name: "Owner", email };
    const answer = await call("POST", "/auth/register.php", {
      body: { ...body, password: PASSWORD },
    });
    const { token, tenant, user } = SignInResult.parse(answer.body);
    return { token, tenantId: TenantId.parse(tenant.id), ownerId: user.id, email };
  }

  /** Invites a person and accepts the invitation. */
  async function hire(
    role: string,
    { token, tenantId }: Readonly<{ token: string; tenantId: TenantId }>,
  ) {
    const email = `${randomUUID()}@staff.example`;
    const id = idOf(await call("POST", "/api/v1/staff", { token, body: { email, role } }));
    const body = {
      token: await linkOf(tenantId, id),
      first_name: "Kojo",
      last_name: role,
      password: PASSWORD,
    };
    await call("POST", "/api/v1/auth/accept-invitation", { body });
    return { id, email, token: tokenOf(await signIn(email)) };
  }

  /** Waits until the token is refused and returns how long that took. */
  async function untilOut(token: string, url = "/api/products.php"): Promise<number> {
    const startMs = performance.now();
    await vi.waitUntil(async () => (await call("GET", url, { token })).status === 401, {
      timeout: 2000,
      interval: 10,
    });
    return Math.round(performance.now() - startMs);
  }

  /**
   * The answer of each route with a session to this token, without the routes that `isOwn` names.
   */
  async function answersTo(token: string, isOwn: (route: string) => boolean) {
    const answers: (readonly [route: string, status: number])[] = [];
    for (const route of apis.routes) {
      const [api, verb = "", pattern = ""] = route.split(" ");
      const method = METHODS.find((one) => one === verb) ?? "GET";
      const url = pattern.replace(/:\w+/g, randomUUID());
      const ask = asks[api === "query" ? "query" : "command"];
      const withoutToken = { as: "anonymous", ...(method === "GET" ? {} : { body: {} }) } as const;
      if (isOwn(route) || (await ask(method, url, withoutToken)).status !== 401) continue;
      const headers = { authorization: `Bearer ${token}` };
      answers.push([route, (await ask(method, url, { ...withoutToken, headers })).status]);
    }
    return answers;
  }

  const adminToken = async (): Promise<string> =>
    tokenOf(await call("POST", "/auth/super-admin-login.php", { body: FIRST_ADMIN }));

  /** Starts a support session with the super admin's token. */
  async function support(admin: string, tenantId: string): Promise<string> {
    const body = { tenant_id: tenantId, reason: "Sums look wrong" };
    const answer = await call("POST", "/api/v1/platform/support-sessions", { token: admin, body });
    return Opened.parse(answer.body).data.token;
  }

  return {
    ...apis,
    answersTo,
    adminToken,
    support,
    call,
    linkOf,
    signIn,
    registerTenant,
    hire,
    untilOut,
  };
}

export type TenancySuite = Awaited<ReturnType<typeof openTenancy>>;
export type TenantOwner = Awaited<ReturnType<TenancySuite["registerTenant"]>>;

export const tokenOf = (answer: Answer): string => SignInResult.parse(answer.body).token;

const Opened = z.object({ data: z.object({ token: z.string() }) });
const Listed = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
export const listOf = (answer: Answer) => Listed.parse(answer.body).data;

/**
 * Staff commands of an owner. `ownerOf` is called each time, because each test has its own tenant.
 */
export function staffDesk(suite: TenancySuite, ownerOf: () => TenantOwner) {
  const asOwner = () => ({ token: ownerOf().token });
  const staff = async () => listOf(await suite.call("GET", STAFF, asOwner()));
  return {
    asOwner,
    staff,
    invite: (body: object, headers: Record<string, string> = {}) =>
      suite.call("POST", STAFF, { ...asOwner(), body, headers }),
    person: async (id: string) => (await staff()).find((one) => one["id"] === id),
    accept: (token: string) =>
      suite.call("POST", "/api/v1/auth/accept-invitation", {
        body: { token, first_name: "Kojo", last_name: "Boateng", password: PASSWORD },
      }),
    /** The event types of a person in the log. */
    typesOf: async (id: string): Promise<string[]> => {
      const rows = await suite.query<{ type: string }>(
        `select type from es.events where tenant_id = $1 and data->>'userId' = $2 order by seq`,
        [ownerOf().tenantId, id],
      );
      return rows.map(({ type }) => type);
    },
  };
}

export const STAFF = "/api/v1/staff";
export const someEmail = () => `${randomUUID()}@staff.example`;
