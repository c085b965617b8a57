import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";

import { hash as argon2Hash, verify as argon2Verify } from "@node-rs/argon2";

import { reject, type Rejection } from "#kernel/contract/rejection.ts";

/** OWASP's floor for argon2id, which is the package's default: 19 MiB, two passes, one lane; 13 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core is left to the tills: a flood of sign-ins must not slow a sale. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** More would be answered after their senders stopped waiting. */
const MOST_WAITING = 64;

type Overloaded = Rejection<"unavailable">;

/**
 * Every character counts: nothing is cut or trimmed. Only the two ways of writing an accented letter
 * (NFC and NFD) are one, since keyboards differ and people cannot see it.
 */
export type Passwords = Readonly<{
  hash: (password: string) => Promise<string | Overloaded>;
  /** Without a hash to compare with it takes as long and is false: nobody learns which accounts exist. */
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
      // The place is handed on, so that nobody new takes it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
