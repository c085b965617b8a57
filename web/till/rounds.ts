import { type Backoff, retryDelayMs } from "#kernel/contract/backoff.ts";
import { isRefused } from "#web/api/request-error.ts";

import { createDownloader } from "./downloading.ts";
import { enrolIfDue } from "./enrol.ts";
import type { TillContext } from "./memory.ts";
import type { TillRow } from "./rows.ts";
import { createSender, type Ending, IDLE } from "./sending.ts";
import { EMPTY } from "./shown.ts";
import type { TillNow } from "./till-now.ts";

/** Short at first: on a bad line the next try often gets through. */
const BACKOFF: Backoff = { firstMs: 500, longestMs: 60_000, jitter: 0.25 };
/** While the server takes no entries it is asked this often. */
const REFUSED_EVERY_MS = 60_000;
/** The server has no till of this key, and no one is signed in who could enrol it. */
const NOT_KNOWN: Ending = { is: "stopped", problem: "refused" };

/** When the till calls the server: enrols, sends and downloads, one after the other. */
export function createRounds(context: TillContext) {
  const { memory } = context;
  const round = createRound(context);
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isDue = false;
  let isContactDue = false;
  let isWanted = false;
  let isStopped = false;

  /** `isContact`: calls the server also if there is nothing to send. */
  function run(isContact: boolean): Promise<void> {
    isContactDue ||= isContact;
    isDue = true;
    running ??= runAll().finally(() => (running = undefined));
    return running;
  }

  async function runAll(): Promise<void> {
    clearTimeout(timer);
    while (isDue && !isStopped) {
      isDue = false;
      const input = { isForced: isContactDue, isWanted };
      isContactDue = false;
      // Sell may be opened while the round is under way.
      isWanted = false;
      const work = async (): Promise<void> => {
        const { ending, isEnrolled } = await round(input);
        isWanted ||= input.isWanted && !isEnrolled;
        schedule(ending);
      };
      await context.lock(work).catch(() => schedule({ is: "later" }));
    }
  }

  function schedule(ending: Ending): void {
    failures = ending.is === "later" ? failures + 1 : 0;
    const problem = problemOf(ending);
    if (memory.now().problem !== problem) memory.publish({ problem });
    const isWaiting = memory.now().toSend > 0 || isWanted;
    if (isStopped || !isWaiting || ending.is === "idle") return;
    const delayMs =
      ending.is === "later"
        ? Math.max(ending.retryAfterMs ?? 0, retryDelayMs(failures, BACKOFF))
        : REFUSED_EVERY_MS;
    timer = setTimeout(() => void run(false), delayMs);
  }

  return {
    /** Sends what there is. */
    send: (): void => void run(false),
    /** Calls the server, which may have something for the till. */
    contact: (): Promise<void> => run(true),
    /** Sell was opened. */
    want: (): void => {
      isWanted = true;
      void run(true);
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const problemOf = (ending: Ending): TillNow["problem"] =>
  ending.is === "stopped" ? ending.problem : undefined;

type RoundInput = Readonly<{ isForced: boolean; isWanted: boolean }>;
/** `isEnrolled`: whether to enrol was decided, by the till or by the server. */
type RoundResult = Readonly<{ ending: Ending; isEnrolled: boolean }>;

function createRound(context: TillContext) {
  const sendAll = createSender(context);
  const download = createDownloader(context);
  return async ({ isForced, isWanted }: RoundInput): Promise<RoundResult> => {
    let isEnrolled = false;
    try {
      const isNew = await enrol(context, isWanted);
      isEnrolled = true;
      let ending = await sendAll(isForced || isNew);
      if (ending.is === "unknown-till") {
        const isKnown = await enrol(context, isWanted);
        ending = isKnown ? await sendAll(true) : NOT_KNOWN;
      }
      if (ending.is === "idle") {
        if (await finish(context)) ending = await sendAll(true);
        await download();
      }
      return { ending, isEnrolled };
    } catch (error) {
      // What is refused here is asked again with the next call.
      return { ending: isRefused(error) ? IDLE : { is: "later" }, isEnrolled };
    }
  };
}

/** True if the server has enrolled it. A refusal does not hold up what there is to send. */
async function enrol(context: TillContext, isWanted: boolean): Promise<boolean> {
  const { store, memory, announce } = context;
  const till = await store.readTill();
  const toSend = await store.countUnsent();
  try {
    const enrolled = await enrolIfDue(context, { till, toSend, isWanted });
    if (enrolled === undefined) return false;
    memory.publish({ till: enrolled });
    announce();
    return true;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return false;
  }
}

/** What follows when everything is sent. True: the till has another key. */
async function finish(context: TillContext): Promise<boolean> {
  const { store, memory, announce } = context;
  const till = await store.readTill();
  if (till === undefined || (await store.countUnsent()) > 0) return false;
  if (till.state !== "revoked") return till.isCopied === true && enrol(context, true);
  if (till.isWiped !== true) {
    const wiped: TillRow = { ...till, isWiped: true };
    await store.wipe(wiped);
    memory.publish({ ...EMPTY, isPartial: undefined, till: wiped });
    announce();
  }
  return false;
}
