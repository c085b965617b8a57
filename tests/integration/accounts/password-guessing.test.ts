import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import {
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import { registered } from "#tests/integration/command-api/account-store/accounts.ts";

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

describe("guessing a password", () => {
  test("hashes at most fifteen of a thousand guesses on one account from one address", async () => {
    const guarded = await createAccountApi(suite.database);
    const owner = await registered(suite.api);
    const hashed = vi.spyOn(guarded.accounts.passwords, "isRight");
    await inParallel(1000, (n) => guarded.signIn(owner.email, `guess ${n}`, "203.0.113.5"));
    process.stdout.write(`1000 guesses from one address: ${hashed.mock.calls.length} hashed\n`);
    expect(hashed.mock.calls.length).toBeLessThanOrEqual(15);
    await guarded.app.close();
  });

  test("hashes at most a hundred of a thousand guesses from fifty addresses, and the owner can sign in meanwhile", async () => {
    const guarded = await createAccountApi(suite.database);
    const owner = await registered(suite.api);
    const hashed = vi.spyOn(guarded.accounts.passwords, "isRight");
    const took: number[] = [];
    const statuses = new Set<number>();
    await inParallel(1000, async (n) => {
      await guarded.signIn(owner.email, `guess ${n}`, `203.0.${n % 50}.5`);
      if (n % 100 !== 99) return;
      // A new address each time, in the network the account was registered from.
      const startedAt = performance.now();
      const answer = await guarded.signIn(
        owner.email,
        owner.password,
        `198.51.100.${(n + 1) / 100}`,
      );
      took.push(performance.now() - startedAt);
      statuses.add(answer.statusCode);
    });
    const guesses = hashed.mock.calls.filter(([password]) => password !== owner.password).length;
    const slowest = Math.round(Math.max(...took));
    process.stdout.write(
      `1000 guesses from 50 addresses: ${guesses} hashed\n` +
        `${took.length} sign-ins of the owner meanwhile: all succeeded, slowest ${slowest} ms\n`,
    );
    expect(guesses).toBeLessThanOrEqual(100);
    expect([took.length, [...statuses]]).toEqual([10, [200]]);
    expect(slowest).toBeLessThan(2000);
    await guarded.app.close();
  });
});
