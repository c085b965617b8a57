import { afterAll, beforeAll, expect } from "vitest";

import { createSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import {
  type AccountApi,
  createAccountApi,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  type AccountDatabase,
  openAccountDatabase,
} from "#tests/integration/command-api/account-store/account-database.ts";
import {
  ADMIN,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import {
  registeredWithTotp,
  STEP_MS,
  withTotp,
} from "#tests/integration/command-api/account-store/second-factors.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";
import { row } from "#tests/scorecard/row.ts";

const GUESSES = 100;
const STRANGE_SECRET = "A".repeat(32);

let protectedDatabase: AccountDatabase;
let openDatabase: AccountDatabase;
beforeAll(async () => {
  [protectedDatabase, openDatabase] = await Promise.all([
    openAccountDatabase(),
    openAccountDatabase(),
  ]);
});
afterAll(async () => {
  await protectedDatabase.close();
  await openDatabase.close();
});

type Attempt = readonly [what: string, tokens: () => Promise<(string | undefined)[]>];
type SignInAnswer = Readonly<{ statusCode: number; json: () => unknown }>;

const tokenIn = (answer: SignInAnswer): string | undefined =>
  answer.statusCode === 200 ? signedIn(answer).token : undefined;

/** The attempts, of all, after which a platform route answers. */
async function entries(api: AccountApi, attempts: readonly Attempt[]) {
  const entered: string[] = [];
  for (const [what, tokensOf] of attempts) {
    for (const token of await tokensOf()) {
      if (token === undefined) continue;
      const { statusCode } = await api.who(token, "/platform/who");
      expect([what, statusCode < 500]).toEqual([what, true]);
      if (statusCode === 200) entered.push(what);
    }
  }
  return entered;
}

/** Attempts of someone who knows the password and has seen codes, but has no authenticator. */
function attemptsOn(api: AccountApi, seen: readonly string[], random: () => number): Attempt[] {
  const { email, password } = ADMIN;
  const portal = async (code?: string) => tokenIn(await api.adminSignIn(email, password, code));
  const all = async (codes: readonly string[]) => {
    const tokens = [];
    for (const code of codes) tokens.push(await portal(code));
    return tokens;
  };
  const guess = () => String(Math.floor(random() * 1_000_000)).padStart(6, "0");
  const strange = (stepsAway: number) =>
    authenticatorCode(STRANGE_SECRET, api.time.nowMs + stepsAway * STEP_MS);
  return [
    ["the password alone", async () => [await portal()]],
    ["codes that were used before", async () => all(seen)],
    ["codes of another authenticator", async () => all([strange(0), strange(-1), strange(1)])],
    ["empty and odd codes", async () => all(["", " ", "000000", "0", "1e5", "A".repeat(50)])],
    ["guessed codes", async () => all(Array.from({ length: GUESSES }, guess))],
    [
      "a shop's owner at the portal of the platform",
      async () => {
        const owner = await registered(api);
        return [tokenIn(await api.adminSignIn(owner.email, owner.password)), owner.token];
      },
    ],
    [
      "a shop's owner with their own second factor",
      async () => {
        const owner = await registeredWithTotp(api);
        const code = owner.codeNow();
        return [tokenIn(await api.adminSignIn(owner.email, owner.password, code)), owner.token];
      },
    ],
    [
      "the super admin's password at the portal of the shops",
      async () => [
        tokenIn(await api.signIn(email, password)),
        ...(await Promise.all(seen.map((code) => api.signInWith(email, password, code)))).map(
          tokenIn,
        ),
      ],
    ],
  ];
}

row(33, "no one enters the platform without its second factor", async (proof) => {
  const { seed, figure, control } = proof;
  const api = await createAccountApi(protectedDatabase, { superAdminNeedsTotp: true });
  await createSuperAdmin(api.accounts, ADMIN);
  const first = signedIn(await api.adminSignIn(ADMIN.email, ADMIN.password));
  const beforeSetup = await entries(api, [["before the setup", async () => [first.token]]]);

  const totp = await withTotp(api, first.token, ADMIN.password);
  const used = totp.codeNow();
  const genuine = signedIn(await api.adminSignIn(ADMIN.email, ADMIN.password, used));
  expect((await api.who(genuine.token, "/platform/who")).statusCode).toBe(200);
  const [recovery = ""] = totp.recoveryCodes;
  api.time.nowMs += STEP_MS;
  expect((await api.adminSignIn(ADMIN.email, ADMIN.password, recovery)).statusCode).toBe(200);
  const attempts = attemptsOn(api, [used, recovery], createRandom(seed));
  const entered = [...beforeSetup, ...(await entries(api, attempts))];
  expect(entered).toEqual([]);
  figure(`entries in ${attempts.length + 1} kinds of attempt`, entered.length, { exactly: 0 });
  await api.app.close();

  const open = await createAccountApi(openDatabase, { superAdminNeedsTotp: false });
  await createSuperAdmin(open.accounts, ADMIN);
  const without = await entries(open, attemptsOn(open, [used, recovery], createRandom(seed)));
  control("entries where no second factor is asked", without.length, { atLeast: 4 });
  await open.app.close();
});
