import type { TillNow, TillPhase } from "#web/till/till.ts";
import type { IconName } from "#web/ui/icon/icon.tsx";

/** What the head says: `well` and `lost` are quiet, `warn` wants to be read. */
export type HeadMark = Readonly<{ tone: "well" | "lost" | "warn"; word: string; icon?: IconName }>;

export type HeadFacts = Readonly<{
  now: TillNow;
  reached: boolean;
  /** Sales without an answer, of the till and of the register of the server. */
  toSend: number;
  refused: number;
  /** Sales that the server set aside, and that no one marked as seen. */
  aside: number;
  /** A newer version of the app is here, and the cart is empty. */
  hasUpdate: boolean;
}>;

const PHASE_WORDS: Partial<Record<TillPhase, string>> = {
  revoked: "Till removed",
  copied: "Copied till",
  expired: "Connect to sell",
  waiting: "Not approved",
};
const PROBLEM_WORDS: Partial<Record<NonNullable<TillNow["problem"]>, string>> = {
  suspended: "Suspended",
  deleted: "Deleted",
  refused: "Not sending",
};

/** The most urgent of all that there is to say. */
export function headMark(facts: HeadFacts): HeadMark {
  const urgent = urgentWord(facts);
  if (urgent !== undefined) return { tone: "warn", word: urgent, icon: "alert" };
  const { now, reached, toSend, hasUpdate } = facts;
  if (toSend > 0) {
    const icon = reached ? "unsent" : "offline";
    return { tone: "warn", word: `${toSend} to send`, icon };
  }
  if (!reached) return { tone: "lost", word: "Offline" };
  if (now.clockOffMs !== undefined) return { tone: "warn", word: "Wrong clock", icon: "alert" };
  if (hasUpdate) return { tone: "warn", word: "Update", icon: "refresh" };
  const isUnprotected = now.isPersistent === false && now.phase === "active";
  return { tone: "well", word: "Online", ...(isUnprotected ? { icon: "alert" } : {}) };
}

/** What a person has to do something about. */
function urgentWord({ now, refused, aside }: HeadFacts): string | undefined {
  const { phase, problem } = now;
  const word = PHASE_WORDS[phase] ?? (problem && PROBLEM_WORDS[problem]);
  if (word !== undefined) return word;
  if (refused > 0) return `${refused} refused`;
  return aside > 0 ? `${aside} set aside` : undefined;
}
