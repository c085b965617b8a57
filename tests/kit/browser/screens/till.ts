import type { Page } from "playwright-core";

/** Counts a cashier's actions: one for a tap, a long press, a scan, or a key. */
export type Hand = Readonly<{
  presses: () => number;
  tap: (name: string | RegExp) => Promise<void>;
  /** Ends with Enter, as most scanners do. */
  scan: (code: string, end?: ScannerEnd) => Promise<void>;
  key: (key: string) => Promise<void>;
}>;

/** The key that a scanner is set to send after a code. */
export type ScannerEnd = "enter" | "tab" | "none";

const END_KEYS = {
  enter: [{ key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" }],
  tab: [{ key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 }],
  none: [],
};

const BETWEEN_KEYS_S = 0.008;

/** Types with the timing of a scanner, however busy the machine is. */
async function typeAsScanner(page: Page, code: string, end: ScannerEnd): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = [...Array.from(code, (key) => ({ key, text: key })), ...END_KEYS[end]];
  const startedAt = Date.now() / 1000;
  const sending = keys.flatMap((key, at) => {
    const timestamp = startedAt + at * BETWEEN_KEYS_S;
    return [
      session.send("Input.dispatchKeyEvent", { type: "keyDown", timestamp, ...key }),
      session.send("Input.dispatchKeyEvent", { type: "keyUp", timestamp, key: key.key }),
    ];
  });
  await Promise.all(sending);
  await session.detach();
}

export function createHand(page: Page): Hand {
  let presses = 0;
  return {
    presses: () => presses,
    tap: async (name) => {
      presses += 1;
      await page.getByRole("button", { name }).first().tap();
    },
    scan: async (code, end = "enter") => {
      presses += 1;
      await typeAsScanner(page, code, end);
    },
    key: async (key) => {
      presses += 1;
      await page.keyboard.press(key);
    },
  };
}

/** Opens the till and waits for its tiles. */
export async function openTill(page: Page, url: string, product = /Peak Milk 400g/): Promise<void> {
  await page.goto(`${url}/app/sell`);
  await page.getByRole("button", { name: product }).first().waitFor();
}

/** A cold start on a busy machine. */
const PATIENCE = { timeout: 60_000 };

/** Waits until the device that has Sell open is a till and holds the shop's data. */
export async function becomeTill(page: Page): Promise<void> {
  await page.getByText(/^Till \d+, /).waitFor(PATIENCE);
  await page
    .getByRole("button", { name: /^Online/ })
    .first()
    .click(PATIENCE);
  const sheet = page.getByRole("dialog", { name: /^Till \d/ });
  await sheet.waitFor();
  await sheet.getByText("None yet").waitFor({ state: "detached", ...PATIENCE });
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
}

export const paid = (page: Page): Promise<void> =>
  page.getByRole("region", { name: "Paid" }).waitFor();

/** Milliseconds from each touch of a matching element to the next paint, measured in the page. */
export const watchTouches = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const found: number[] = [];
    Reflect.set(globalThis, "touches", found);
    const every = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Number(Reflect.get(entry, "interactionId")) > 0) found.push(entry.duration);
      }
    }).observe(every);
  });

export const touches = async (page: Page): Promise<number[]> => {
  const found: unknown = await page.evaluate("globalThis.touches");
  return Array.isArray(found) ? found.map(Number) : [];
};

/** Controls of the till that are lower than 48 px, or nearer than 8 px to the next one. */
export const tooCloseOrSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll("button")].filter(
      (button) => button.checkVisibility() && button.closest("[inert]") === null,
    );
    const boxes = buttons.map((button) => ({ button, box: button.getBoundingClientRect() }));
    const nameOf = (button: Element) => button.getAttribute("aria-label") ?? button.textContent;
    const gap = (a: DOMRect, b: DOMRect) =>
      Math.max(
        Math.max(a.left, b.left) - Math.min(a.right, b.right),
        Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom),
      );
    // What scrolls under a bar at the foot is not next to it.
    const areNeighbours = (a: Element, b: Element) =>
      a.parentElement === b.parentElement ||
      a.parentElement?.parentElement === b.parentElement?.parentElement;
    const low = boxes.filter(({ box }) => box.height < 47.5).map(({ button }) => nameOf(button));
    const close = boxes.flatMap(({ button, box }, at) =>
      boxes
        .slice(at + 1)
        .filter((other) => areNeighbours(button, other.button) && gap(box, other.box) < 7.5)
        .map((other) => `${nameOf(button)} / ${nameOf(other.button)}`),
    );
    return [...low, ...close].map(String);
  });

/** Records in the page what is asked to keep the screen awake. */
export const watchWakeLock = (): void => {
  const request = async (kind: string) => {
    document.documentElement.dataset["awake"] = kind;
    return Object.assign(new EventTarget(), { release: async () => undefined });
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
};
