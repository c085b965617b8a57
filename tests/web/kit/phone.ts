import { vi } from "vitest";

import { TABLE } from "#web/theme/media.ts";

const WIDTH = /\(min-width: (\d+)px\)/;
const PHONE_PX = 360;

/** The rest of the test is on a screen as narrow as a phone's, where a list has no table. */
export function onPhone(): void {
  const matchMedia = window.matchMedia.bind(window);
  vi.stubGlobal("matchMedia", (query: string) => {
    const list = matchMedia(query);
    const [, width] = WIDTH.exec(query) ?? [];
    const matches = width === undefined ? list.matches : Number(width) <= PHONE_PX;
    return Object.defineProperty(list, "matches", { value: matches });
  });
  if (window.matchMedia(TABLE).matches) throw new Error("the screen is not narrow");
}

/** An observer for which everything is in view, so a list never stops growing by itself. */
export class AlwaysInView {
  readonly #seen: (entries: readonly { isIntersecting: boolean }[]) => void;

  constructor(seen: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.#seen = seen;
  }

  observe(): void {
    queueMicrotask(() => this.#seen([{ isIntersecting: true }]));
  }

  disconnect(): void {}
}
