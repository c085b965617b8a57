import type { CommandId, SaleId } from "#kernel/contract/ids.ts";

const LOST_ANSWER_MS = 60_000;
const SUSPICIOUS_MS = 5_000;

type Attempt = {
  commandId: CommandId;
  saleId: SaleId;
  startedMs: number;
  state: "in-flight" | "answered" | "lost";
  /** When it was answered, on the steady clock. */
  answeredAt?: number;
};

export type KeylessSale = Readonly<{
  commandId: CommandId;
  saleId: SaleId;
  possibleDuplicateOf?: SaleId;
  /**
   * Call once when the request is over. `heard`: the answer was written before the socket closed.
   * `at`: now, on the steady clock.
   */
  finished: (heard: boolean, at: number) => void;
}>;

type Fresh = Readonly<{
  commandId: CommandId;
  saleId: SaleId;
  nowMs: number;
  /** When the request came, on the steady clock: its session was checked since. */
  receivedAt: number;
}>;

/**
 * Sales of legacy clients that send no key. The same body in the same session is the same sale
 * when it comes while the first is in flight, or within a minute when its socket closed before the
 * answer was written. Otherwise two equal sales are two sales, flagged when less than 5 s apart.
 */
export function createKeylessSales(): Readonly<{
  begin: (fingerprint: string, fresh: Fresh) => KeylessSale;
}> {
  /** In the order in which they began. */
  const attempts = new Map<string, Attempt>();

  function forget(nowMs: number): void {
    for (const [fingerprint, attempt] of attempts) {
      if (nowMs - attempt.startedMs <= LOST_ANSWER_MS) return;
      if (attempt.state !== "in-flight") attempts.delete(fingerprint);
    }
  }

  return {
    begin(fingerprint, { commandId, saleId, nowMs, receivedAt }) {
      forget(nowMs);
      const earlier = attempts.get(fingerprint);
      const isSame = earlier !== undefined && !isAnswered(earlier, receivedAt);
      const attempt: Attempt = isSame
        ? earlier
        : { commandId, saleId, startedMs: nowMs, state: "in-flight" };
      if (!isSame) {
        attempts.delete(fingerprint);
        attempts.set(fingerprint, attempt);
      }
      const suspicious =
        !isSame && earlier !== undefined && nowMs - earlier.startedMs < SUSPICIOUS_MS;
      return {
        commandId: attempt.commandId,
        saleId: attempt.saleId,
        ...(suspicious ? { possibleDuplicateOf: earlier.saleId } : {}),
        finished: (heard, at) => {
          // If one of two equal requests was answered, the next equal one is a new sale, even
          // though the other lost its socket.
          if (attempt.state === "answered") return;
          attempt.state = heard ? "answered" : "lost";
          attempt.answeredAt = at;
        },
      };
    },
  };
}

const isAnswered = ({ state, answeredAt = 0 }: Attempt, before: number): boolean =>
  state === "answered" && answeredAt <= before;
