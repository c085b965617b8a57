import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";

import { hash as argon2Hash, verify as argon2Verify } from "@node-rs/argon2";

import { reject, type Rejection } from "#kernel/contract/rejection.ts";

/**
 * The minimum that OWASP recommends for argon2id, and the package's default: 19 MiB, 2 passes, 1
 * lane; 13 ms.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Leaves one core for sales: a flood of sign-ins must not slow them down. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** More would be answered after the clients have timed out. */
const MOST_WAITING = 64;

type Overloaded = Rejection<"unavailable">;

/**
 * Every character counts: nothing is cut or trimmed. Only NFC and NFD, two encodings of the same
 * accented letter, are treated as equal, because keyboards differ.
 */
export type Passwords = Readonly<{
  hash: (password: string) => Promise<string | Overloaded>;
  /**
   * Without a hash the result is false, after the same time: the timing must not reveal which
   * accounts exist.
   */
  isRight: (password: string, hash: string | undefined) => Promise<boolean | Overloaded>;
}>;

export async function createPasswords({
  atOnce = AT_ONCE,
  mostWaiting = MOST_WAITING,
} = {}): Promise<Passwords> {
  const dummyHash = await argon2Hash(randomUUID(), COST);
  const inTurn = createTurns(atOnce, mostWaiting);
  return {
    hash: (password) => inTurn(() => argon2Hash(password.normalize("NFC"), COST)),
    isRight: (password, hash) =>
      inTurn(async () => {
        const isEqual = await argon2Verify(hash ?? dummyHash, password.normalize("NFC"));
        return isEqual && hash !== undefined;
      }),
  };
}

function createTurns(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result | Overloaded> => {
    if (running === atOnce) {
      if (waiting.length === mostWaiting) return reject("unavailable");
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // Hands its slot to the next in line, so that a new caller cannot take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
