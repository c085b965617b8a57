import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { demoOf } from "#standalone/demo/demo-shops.ts";
import {
  createAccountApi,
  openAccountSuite,
  productPasswords,
} from "#tests/integration/command-api/account-store/account-api.ts";
import { ADMIN, codeOf, signedIn } from "#tests/integration/command-api/account-store/accounts.ts";
import {
  recoveryCodesOf,
  registeredWithTotp,
  STEP_MS,
} from "#tests/integration/command-api/account-store/second-factors.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite({ passwords: await productPasswords() });
});
afterAll(() => suite.close());

const ROOT = join(import.meta.dirname, "../../..");

describe("a required second factor", () => {
  test("in production a super admin without a second factor reaches only its setup", async () => {
    const production = await createAccountApi(suite.database, { superAdminNeedsTotp: true });
    await createSuperAdmin(production.accounts, ADMIN);
    const { token, two_factor_setup: setup } = signedIn(
      await production.adminSignIn(ADMIN.email, ADMIN.password),
    );
    const answer = await production.who(token, "/platform/who");
    expect([setup, answer.statusCode, codeOf(answer)]).toEqual([
      "required",
      403,
      "two-factor-setup-required",
    ]);
    process.stdout.write("the first sign-in in production allows only the setup\n");
    await production.app.close();
  });

  test("in production the product does not start with the demo's super admin", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "tillbook-seeded-"));
    await demoOf(dataDir, Date.now());
    const started = promisify(execFile)(process.execPath, ["standalone/main.ts"], {
      cwd: ROOT,
      env: { NODE_ENV: "production", DATA_DIR: dataDir, PORT: "0" },
      timeout: 20_000,
    });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^\S+ holds demo shops .* set DATA_DIR to another folder\.\n$/),
    });
    process.stdout.write("with the demo admin the start exits with 1 and one line\n");
    await rm(dataDir, { recursive: true });
  });
});

describe("an authenticator code", () => {
  test("a code opens one session, and is accepted one step early or late", async () => {
    const person = await registeredWithTotp(suite.api);
    const signIn = (code: string) => suite.api.signInWith(person.email, person.password, code);
    let [opened, replayed] = [0, 0];
    for (let round = 0; round < 100; round++) {
      const code = person.codeNow();
      // A new address each time, because the limit per address is not the subject here.
      const from = `198.51.${round}.1`;
      const body = { email: person.email, password: person.password, totp: code };
      const answers = [
        await suite.api.post("/auth/login.php", body, { from }),
        await suite.api.post("/auth/login.php", body, { from }),
      ];
      opened += answers[0]?.statusCode === 200 ? 1 : 0;
      replayed += answers[1]?.statusCode === 200 ? 1 : 0;
      suite.api.time.nowMs += STEP_MS;
    }
    expect([opened, replayed]).toEqual([100, 0]);

    const early = person.codeNow();
    suite.api.time.nowMs += STEP_MS;
    expect((await signIn(early)).statusCode).toBe(200);
    const late = person.codeNow();
    suite.api.time.nowMs += 2 * STEP_MS;
    expect((await signIn(late)).statusCode).toBe(401);
    process.stdout.write(`${opened} of 100 codes accepted, replayed ${replayed} of 100\n`);
  });

  test("five wrong codes lock it, and the seed is stored sealed", async () => {
    const person = await registeredWithTotp(suite.api);
    const outcomes = [];
    for (let tries = 0; tries < 8; tries++) {
      const answer = await suite.api.signInWith(person.email, person.password, "000000");
      outcomes.push(answer.statusCode);
    }
    expect(outcomes).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const stored = await suite.database.rows(
      "select encode(seed, 'escape') || coalesce(encode(pending, 'escape'), '') from auth.totp",
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(person.secret);
    const seeds = await suite.database.rows(
      "select octet_length(seed) from auth.totp where user_id = $1",
      [person.user.id],
    );
    // 20 bytes of seed, plus the nonce and tag of AES-GCM.
    expect(seeds).toEqual([[20 + 12 + 16]]);
    process.stdout.write("locked at the sixth attempt; the seed is sealed\n");
  });
});

describe("recovery codes", () => {
  test("SET-11: ten codes, each works once, stored as argon2id, replaced when new ones are issued", async () => {
    const person = await registeredWithTotp(suite.api);
    const { token, email, password } = person;
    const signIn = (code: string, n: number) =>
      suite.api.post("/auth/login.php", { email, password, totp: code }, { from: `192.0.2.${n}` });
    const hashes = (
      await suite.database.rows("select code_hash from auth.recovery_codes where user_id = $1", [
        person.user.id,
      ])
    ).flat();
    expect(hashes).toHaveLength(10);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    const statuses: number[] = [];
    const codes = person.recoveryCodes.slice(0, 9);
    for (const [n, code] of codes.entries()) {
      statuses.push((await signIn(code, n)).statusCode, (await signIn(code, n)).statusCode);
    }
    expect(statuses).toEqual(codes.flatMap(() => [200, 401]));

    const fresh = recoveryCodesOf(
      await suite.api.call(token, "POST", "/api/v1/account/recovery-codes", { password }),
    );
    const [unused = "", renewed = ""] = [person.recoveryCodes[9], fresh[0]];
    expect((await signIn(unused, 50)).statusCode).toBe(401);
    expect((await signIn(renewed, 51)).statusCode).toBe(200);
    process.stdout.write(
      "recovery codes: 9 of 9 accepted once, 0 of 9 twice, replaced codes refused\n",
    );
  });
});
