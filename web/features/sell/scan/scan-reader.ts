/** Long enough to tell a code from typing, short enough for EAN-8 and the codes of a shop. */
const SCAN_LENGTH = 6;
/** A scanner types faster than a person. */
const BETWEEN_MS = 50;
export const SILENCE_MS = 80;
/**
 * Too few characters for a scan so far. Either a person is typing or keys arrive late, so waiting
 * does no harm.
 */
const UNDECIDED_MS = 160;
/**
 * A scanner that ended one code with a key will end the next one too. On a busy device that key
 * arrives late.
 */
const KNOWN_END_MS = 300;
/** Some scanners send Enter a moment after the code. A person is never that fast after a scan. */
const LATE_END_MS = 250;

/** The text without what was typed last. */
export const withoutEnd = (typed: string, text: string): string =>
  typed.endsWith(text) ? typed.slice(0, -text.length) : typed;

type ScanEvents = {
  /** Called at the first key of a possible scan. */
  began: () => void;
  scanned: (code: string) => void;
  /** Called with text that a person typed. */
  typed: (text: string) => void;
  /** Called when that text turns out to be the beginning of a scan whose keys arrived late. */
  resumed: (text: string) => void;
};

/**
 * Tells a keyboard-wedge scanner from a person only by the timing of the keys. Call `silence` if
 * no key arrived for `patienceMs`.
 */
export function createScanReader({ began, scanned, typed, resumed }: ScanEvents) {
  let text = "";
  let lastMs = Number.NEGATIVE_INFINITY;
  let scannedMs = Number.NEGATIVE_INFINITY;
  let endsWithKey = false;
  /** What silence ended last. Its next key may still come: it has an earlier time of its own. */
  let cut = "";

  const close = () => {
    const whole = text;
    text = "";
    cut = "";
    if (whole.length >= SCAN_LENGTH) {
      scannedMs = lastMs;
      scanned(whole);
    } else if (whole !== "") typed(whole);
  };

  const closeBySilence = () => {
    const short = text.length < SCAN_LENGTH ? text : "";
    if (text !== "") close();
    cut ||= short;
  };

  return {
    character(key: string, atMs: number): void {
      if (atMs - lastMs > BETWEEN_MS) close();
      if (cut !== "") resumed(cut);
      else if (text === "") began();
      text += cut + key;
      cut = "";
      lastMs = atMs;
    },
    /** Handles Enter or Tab. True if the key belongs to a scan and must be swallowed. */
    terminator(atMs: number): boolean {
      const ends = text.length >= SCAN_LENGTH && atMs - lastMs <= LATE_END_MS;
      if (ends) endsWithKey = true;
      close();
      const late = !ends && atMs - scannedMs <= LATE_END_MS;
      scannedMs = Number.NEGATIVE_INFINITY;
      return ends || late;
    },
    /** Time to wait for the next key, in ms. */
    patienceMs(): number {
      if (text.length < SCAN_LENGTH) return UNDECIDED_MS;
      return endsWithKey ? KNOWN_END_MS : SILENCE_MS;
    },
    silence: closeBySilence,
  };
}
