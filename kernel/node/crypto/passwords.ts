import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";

import { hash as argon2Hash, verify as argon2Verify } from "@node-rs/argon2";

import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { createCounter, createGauge } from "#kernel/node/metrics/registry.ts";
import { createTurns } from "#kernel/node/turns.ts";

import { createTries } from "./tries.ts";

const joinWaiting = createGauge({
  name: "tillbook_password_hashes_waiting",
  help: "Passwords that wait for their turn to be hashed",
});

const refusedHashes = createCounter({
  name: "tillbook_password_hashes_refused_total",
  help: "Passwords that were not hashed because too many were waiting",
});

/**
 * The minimum that OWASP recommends for argon2id, and the package's default: 19 MiB, 2 passes, 1
 * lane; 13 ms.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Leaves one core for sales: a flood of sign-ins must not slow them down. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** About a second of work: who comes last in a full line still gets an answer in time. */
const MOST_WAITING = 48;

type Overloaded = Rejection<"unavailable">;

/**
 * Every character counts: nothing is cut or trimmed. Only NFC and NFD, two encodings of the same
 * accented letter, are treated as equal, because keyboards differ.
 */
export type Passwords = Readonly<{
  hash: (password: string) => Promise<string | Overloaded>;
  /**
   * Without a hash the result is false, after the same time: the timing must not reveal which
   * accounts exist. `sender` is the address of a person who is not signed in: addresses with many
   * wrong tries wait longest, so that a flood of them does not keep other people out.
   */
  isRight: (
    password: string,
    hash: string | undefined,
    sender?: string,
  ) => Promise<boolean | Overloaded>;
}>;

/** A lower `cost` is only for tests. */
export async function createPasswords({
  atOnce = AT_ONCE,
  mostWaiting = MOST_WAITING,
  cost = COST,
} = {}): Promise<Passwords> {
  const dummyHash = await argon2Hash(randomUUID(), cost);
  const turns = createTurns({ atOnce, mostWaiting });
  const tries = createTries();
  joinWaiting(() => [{ value: turns.waiting() }]);

  const inTurn = async <Result>(
    rank: number,
    work: () => Promise<Result>,
  ): Promise<Result | Overloaded> => {
    const end = await turns.take({ rank });
    if (!end) {
      refusedHashes.inc();
      return reject("unavailable");
    }
    try {
      return await work();
    } finally {
      end();
    }
  };

  return {
    hash: (password) => inTurn(0, () => argon2Hash(password.normalize("NFC"), cost)),
    isRight: async (password, hash, sender) => {
      const rank = sender === undefined ? 0 : tries.add(sender);
      const isRight = await inTurn(rank, async () => {
        const isEqual = await argon2Verify(hash ?? dummyHash, password.normalize("NFC"));
        return isEqual && hash !== undefined;
      });
      if (isRight === true && sender !== undefined) tries.takeBack(sender);
      return isRight;
    },
  };
}
