import { useEffect, useRef, useState } from "react";

import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import type { ApprovalProblem } from "./approve.ts";
import * as styles from "./lock.css.ts";
import { problemText } from "./pin-words.ts";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const LEAST_DIGITS = 4;
const MOST_DIGITS = 6;
const TICK_MS = 500;

type PinEntryProps = {
  /** Whose PIN it is. */
  name: string;
  to: "unlock" | "approve";
  /** Undefined: it was right. */
  check: (pin: string) => Promise<ApprovalProblem | undefined>;
};

/** A number pad for a PIN. It also takes the keys of a keyboard. */
export function PinEntry({ name, to, check }: PinEntryProps) {
  const [digits, setDigits] = useState("");
  const { isBusy, problem, isWaiting, submit } = useChecking(check);
  const isOff = isBusy || isWaiting;
  const press = (digit: string) => {
    if (!isOff && digits.length < MOST_DIGITS) setDigits(digits + digit);
  };
  const enter = () => {
    setDigits("");
    // More digits come from a barcode scanner, and that is no try.
    if (!isOff && digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS) {
      void submit(digits);
    }
  };
  useKeys({
    // A scanner's digits are collected, so that the end of them is not taken for a PIN.
    onDigit: (digit) => !isOff && setDigits(digits + digit),
    onBack: () => setDigits(digits.slice(0, -1)),
    onEnter: enter,
  });
  return (
    <div className={styles.entry} data-pin-pad>
      <Dots count={digits.length} isBusy={isBusy} />
      <div className={styles.said}>
        {problem && !isBusy && <InlineAlert>{problemText(problem, { to, name })}</InlineAlert>}
      </div>
      <fieldset className={styles.pad} aria-label={`PIN of ${name}`} disabled={isWaiting}>
        {KEYS.map((key) => (
          <button key={key} type="button" className={styles.key} onClick={() => press(key)}>
            {key}
          </button>
        ))}
        <button
          type="button"
          className={styles.key}
          aria-label="Delete"
          onClick={() => setDigits(digits.slice(0, -1))}
        >
          <Icon name="backspace" />
        </button>
        <button type="button" className={styles.key} onClick={() => press("0")}>
          0
        </button>
        <button
          type="button"
          className={styles.enter}
          disabled={digits.length < LEAST_DIGITS}
          onClick={enter}
        >
          {to === "unlock" ? "Unlock" : "Approve"}
        </button>
      </fieldset>
    </div>
  );
}

/** Shows how many digits there are, never which. */
function Dots({ count, isBusy }: { count: number; isBusy: boolean }) {
  const shown = Math.min(count, MOST_DIGITS);
  return (
    <output className={styles.dots} aria-busy={isBusy}>
      {Array.from({ length: MOST_DIGITS }, (_, at) => (
        <span key={at} aria-hidden className={at < shown ? styles.dotFull : styles.dot} />
      ))}
      <VisuallyHidden>{isBusy ? "Checking the PIN" : `${shown} digits`}</VisuallyHidden>
    </output>
  );
}

/** Runs a check, and counts down the wait after too many wrong tries. */
function useChecking(check: PinEntryProps["check"]) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ApprovalProblem>();
  const untilMs = useRef(0);
  const isWaiting = problem?.is === "locked";
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      const forMs = untilMs.current - Date.now();
      setProblem(forMs > 0 ? { is: "locked", forMs } : undefined);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const submit = async (pin: string): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    const found = await check(pin).catch((): ApprovalProblem => FAILED);
    if (found?.is === "locked") untilMs.current = Date.now() + found.forMs;
    setProblem(found);
    setIsBusy(false);
  };
  return { isBusy, problem, isWaiting, submit };
}

const FAILED: ApprovalProblem = {
  is: "other",
  text: "This device couldn't check the PIN. Try again.",
};

type Keys = { onDigit: (digit: string) => void; onBack: () => void; onEnter: () => void };

/** Buttons outside the pad answer to Enter themselves. */
const isOther = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest("button, a, input") !== null &&
  target.closest("[data-pin-pad]") === null;

function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^\d$/.test(event.key)) latest.current.onDigit(event.key);
      else if (event.key === "Backspace") latest.current.onBack();
      else if (event.key === "Enter" && !isOther(event) && !event.repeat) latest.current.onEnter();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
