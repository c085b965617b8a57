import { afterAll, beforeAll, describe, vi } from "vitest";

import type { SignInLimits } from "#command-api/account-store/limits.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import {
  type AccountApi,
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import { registered } from "#tests/integration/command-api/account-store/accounts.ts";
import { row } from "#tests/scorecard/row.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

/** Runs as many at once as an attacker would. */
async function inParallel(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}

/** A server whose hashing is counted by email and address. */
async function openGuarded(limits: Partial<SignInLimits> = {}) {
  const guarded = await createAccountApi(suite.database);
  Object.assign(guarded.accounts, {
    signInLimits: { ...guarded.accounts.signInLimits, ...limits },
  });
  const hashed = vi.spyOn(guarded.accounts.passwords, "isRight");
  return { ...guarded, hashed };
}

const ATTEMPTS = 1_000;
const ADDRESSES = 200;
const addressOf = (n: number): string => `203.0.${n % ADDRESSES}.5`;
const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/** The owner signs in ten times meanwhile, from new addresses in the network of the registration. */
async function attack(guarded: Pick<AccountApi, "signIn">, victim: Victim, addresses: number) {
  const took: number[] = [];
  let refused = 0;
  await inParallel(ATTEMPTS, async (n) => {
    await guarded.signIn(victim.email, `guess ${n}`, addressOf(n % addresses));
    if (n % 100 !== 99) return;
    const startedAt = performance.now();
    const from = `198.51.100.${(n + 1) / 100}`;
    const answer = await guarded.signIn(victim.email, victim.password, from);
    took.push(performance.now() - startedAt);
    if (answer.statusCode !== 200) refused += 1;
  });
  return { refused, slowestMs: Math.round(Math.max(...took)) };
}

type Victim = Readonly<{ email: string; password: string }>;
type Hashed = Awaited<ReturnType<typeof openGuarded>>["hashed"];

const guessesOf = (hashed: Hashed, victim: Victim): number =>
  hashed.mock.calls.filter(([password]) => password !== victim.password).length;

const unlimited = (name: string) => createRateLimiter({ name, points: 1_000_000, perMs: 60_000 });
const LIMITS_OFF = {
  perAddress: unlimited("off"),
  perAccountAndAddress: unlimited("off"),
  inARow: unlimited("off"),
};

describe("guessing a password", () => {
  row(17, "1,000 wrong passwords for one account from one address", async ({ figure, control }) => {
    const guarded = await openGuarded();
    const owner = await registered(suite.api);
    const { refused, slowestMs } = await attack(guarded, owner, 1);
    const guesses = guessesOf(guarded.hashed, owner);
    tell(`${ATTEMPTS} guesses from one address: ${guesses} hashed`);
    figure("guesses hashed for one account and address", guesses, { atMost: 15 });
    figure("sign-ins of the owner elsewhere refused, of 10", refused, { exactly: 0 });
    figure("slowest sign-in of the owner, ms", slowestMs, { atMost: 2_000 });
    await guarded.app.close();

    const open = await openGuarded(LIMITS_OFF);
    await inParallel(60, (n) => open.signIn(owner.email, `guess ${n}`, addressOf(0)));
    const unguarded = guessesOf(open.hashed, owner);
    control("guesses of 60 hashed without limits", unguarded, { atLeast: 16 });
    await open.app.close();
  });

  row(17, "1,000 wrong passwords for one account from 200 addresses", async (proof) => {
    const guarded = await openGuarded();
    const owner = await registered(suite.api);
    const { refused, slowestMs } = await attack(guarded, owner, ADDRESSES);
    const guesses = guessesOf(guarded.hashed, owner);
    tell(`${ATTEMPTS} guesses from ${ADDRESSES} addresses: ${guesses} hashed, ${slowestMs} ms`);
    proof.figure("guesses in a row hashed for one account", guesses, { atMost: 100 });
    proof.figure("sign-ins of the owner refused, of 10", refused, { exactly: 0 });
    proof.figure("slowest sign-in of the owner, ms", slowestMs, { atMost: 2_000 });
    await guarded.app.close();

    const open = await openGuarded(LIMITS_OFF);
    await inParallel(150, (n) => open.signIn(owner.email, `guess ${n}`, addressOf(n)));
    const unguarded = guessesOf(open.hashed, owner);
    proof.control("guesses of 150 hashed without limits", unguarded, { atLeast: 101 });
    await open.app.close();
  });

  row(17, "one wrong password for each of 1,000 accounts", async ({ figure, control }) => {
    const perMinute = 30;
    const guarded = await createAccountApi(suite.database, { signInsPerMinute: perMinute });
    const owner = await registered(suite.api);
    const hashed = vi.spyOn(guarded.accounts.passwords, "isRight");
    await inParallel(ATTEMPTS, (n) => guarded.signIn(`a${n}@x.example`, "123456", addressOf(0)));
    const stuffed = guessesOf(hashed, owner);
    tell(`one password for ${ATTEMPTS} accounts from one address: ${stuffed} hashed`);
    figure("accounts tried from one address in a minute", stuffed, { atMost: perMinute });
    const elsewhere = await guarded.signIn(owner.email, owner.password, "192.0.2.9");
    figure("status of an owner's sign-in elsewhere", elsewhere.statusCode, { exactly: 200 });
    await guarded.app.close();

    const open = await openGuarded(LIMITS_OFF);
    await inParallel(60, (n) => open.signIn(`b${n}@x.example`, "123456", addressOf(0)));
    const unguarded = open.hashed.mock.calls.length;
    control("accounts of 60 tried without limits", unguarded, { atLeast: perMinute + 1 });
    await open.app.close();
  });
});
