import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { CommandId } from "#kernel/contract/ids.ts";
import type { Answer } from "#tests/integration/command-api/routes/ask.ts";
import {
  openTenancy,
  type TenantOwner,
  PASSWORD,
  type TenancySuite,
  tokenOf,
} from "#tests/integration/tenancy/tenancy.ts";

let suite: TenancySuite;

beforeAll(async () => {
  suite = await openTenancy();
});
afterAll(() => suite.close());

type Ending = (owner: TenantOwner, token: string) => Promise<unknown>;

const resetLink = async ({ tenantId, email }: TenantOwner): Promise<string> => {
  await suite.call("POST", "/api/v1/auth/forgot-password", { body: { email } });
  const [row] = await suite.query<{ command_id: string }>(
    "select command_id from auth.link_tokens where tenant_id = $1 and kind = 'password-reset'",
    [tenantId],
  );
  const commandId = CommandId.parse(row?.command_id);
  return suite.mailLinks.tokenFor("password-reset", tenantId, commandId);
};

async function untilRefused(ask: () => Promise<Answer>): Promise<number> {
  const startedAt = performance.now();
  await vi.waitUntil(async () => (await ask()).status === 401, { timeout: 3000, interval: 10 });
  return Math.round(performance.now() - startedAt);
}

/** Each way to end the session of `token`. */
const endings: readonly (readonly [what: string, end: Ending])[] = [
  ["sign-out", (_, token) => suite.call("POST", "/api/v1/logout", { token })],
  [
    "password change",
    ({ token }) =>
      suite.call("PUT", "/api/v1/account/password", {
        token,
        body: { current_password: PASSWORD, new_password: "another horse" },
      }),
  ],
  [
    "password reset",
    async (owner) =>
      suite.call("POST", "/api/v1/auth/reset-password", {
        body: { token: await resetLink(owner), password: "another horse" },
      }),
  ],
  [
    "sign-out of all other sessions",
    ({ token }) =>
      suite.call("DELETE", "/api/v1/sessions", { token, body: { password: PASSWORD } }),
  ],
  [
    "disabled user",
    ({ ownerId }) =>
      suite.query("update auth.users set disabled_ms = 1 where user_id = $1", [ownerId]),
  ],
];

describe("an ended session", () => {
  test.for(endings)(
    "after a %s every service refuses the token within a second",
    async (ending) => {
      const [what, end] = ending;
      const owner = await suite.registerTenant();
      const bystander = await suite.registerTenant();
      const token = tokenOf(await suite.signIn(owner.email));
      const asks = {
        reads: () => suite.call("GET", "/api/products.php", { token }),
        live: () => suite.call("GET", "/api/v1/live", { token }),
        writes: () => suite.call("POST", "/api/products.php", { token, body: {} }),
      };
      // All services have just cached the session.
      const believed = await Promise.all([asks.reads(), asks.live(), asks.writes()]);
      expect(believed.map(({ status }) => status)).toEqual([200, 200, 400]);
      await end(owner, token);
      const refusedMs = await Promise.all([asks.reads, asks.live, asks.writes].map(untilRefused));
      process.stdout.write(
        `${what}: reads, live, writes refused after ${refusedMs.join("/")} ms\n`,
      );
      // One second of cache, plus the round trip on a busy machine.
      expect(Math.max(...refusedMs)).toBeLessThan(2000);
      const other = await suite.call("GET", "/api/products.php", { token: bystander.token });
      expect(other.status).toBe(200);
    },
  );
});
