/** A code is at least this long: EAN-8 and shorter house codes are scans, too. */
const SCAN_LENGTH = 6;
/** A scanner types faster than any hand. */
const BETWEEN_MS = 50;
export const SILENCE_MS = 80;
/** A hand may be at work, or the keys come late: what is no scan yet is in no hurry. */
const UNDECIDED_MS = 160;
/** A scanner that ends its codes with a key will do so again: on a busy device that key comes late. */
const KNOWN_END_MS = 300;
/** Some scanners send their Enter a little after the code; nobody presses it that soon after a scan. */
const LATE_END_MS = 250;

type ScanEvents = {
  /** The first key of what may become a scan. */
  began: () => void;
  scanned: (code: string) => void;
  /** It was a hand: what it typed. */
  typed: (text: string) => void;
};

/**
 * Tells a keyboard-wedge scanner from a hand, by the times of the keys alone. Call `silence` once no key
 * came for `patienceMs`.
 */
export function createScanReader({ began, scanned, typed }: ScanEvents) {
  let text = "";
  let lastMs = Number.NEGATIVE_INFINITY;
  let scannedMs = Number.NEGATIVE_INFINITY;
  let endsWithKey = false;

  const close = () => {
    const whole = text;
    text = "";
    if (whole.length >= SCAN_LENGTH) {
      scannedMs = lastMs;
      scanned(whole);
    } else if (whole !== "") typed(whole);
  };

  return {
    character(key: string, atMs: number): void {
      if (atMs - lastMs > BETWEEN_MS) close();
      if (text === "") began();
      text += key;
      lastMs = atMs;
    },
    /** Enter or Tab: true where it belongs to a scan, and is nobody's press. */
    terminator(atMs: number): boolean {
      const ends = text.length >= SCAN_LENGTH && atMs - lastMs <= LATE_END_MS;
      if (ends) endsWithKey = true;
      close();
      const late = !ends && atMs - scannedMs <= LATE_END_MS;
      scannedMs = Number.NEGATIVE_INFINITY;
      return ends || late;
    },
    /** How long to wait for the next key before it is called silence. */
    patienceMs(): number {
      if (text.length < SCAN_LENGTH) return UNDECIDED_MS;
      return endsWithKey ? KNOWN_END_MS : SILENCE_MS;
    },
    silence: close,
  };
}
