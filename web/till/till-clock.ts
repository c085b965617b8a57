/** The clocks of the device, in ms. `mono` is not changed when someone sets the other. */
export type DeviceClocks = Readonly<{ wall: () => number; mono: () => number }>;

export type TillClock = Readonly<{
  /** The server's time, as far as the till knows it. */
  nowMs: () => number;
  /** An answer names the server's time; `sentMono` is when its request began. */
  hear: (serverMs: number, sentMono: number) => void;
  /** The server's time less the clock of the device, to be kept for the next page. */
  offsetMs: () => number;
  /** Takes over an offset that was kept, or that another tab has heard. */
  adopt: (offsetMs: number) => void;
  /** The page is visible again. */
  woke: () => void;
}>;

/**
 * The clock of the device may be wrong and may be set while a page is open, so the time goes on by
 * the other clock from the start of the page. That one may stop while the device sleeps. A page that
 * becomes visible again therefore believes the first one if it is ahead.
 */
export function createTillClock({ wall, mono }: DeviceClocks): TillClock {
  let start = { wallMs: wall(), monoMs: mono() };
  let aheadMs = 0;
  const carriedMs = (): number => start.wallMs + mono() - start.monoMs;
  return {
    nowMs: () => Math.round(carriedMs() + aheadMs),
    hear: (serverMs, sentMono) => {
      const roundTripMs = mono() - sentMono;
      aheadMs = serverMs + roundTripMs / 2 - carriedMs();
    },
    offsetMs: () => Math.round(carriedMs() + aheadMs - wall()),
    adopt: (offsetMs) => {
      aheadMs = wall() + offsetMs - carriedMs();
    },
    woke: () => {
      if (wall() > carriedMs()) start = { wallMs: wall(), monoMs: mono() };
    },
  };
}
