import type { Page } from "playwright-core";

import { MARK } from "./clip.ts";

type Noted = Readonly<{ at: number; index: number }>;
type Said = Readonly<{ at: number; text: string }>;
export type ClipNotes = Readonly<{ shown: readonly Noted[]; said: readonly Said[] }>;

declare global {
  interface Window {
    clipNotes?: { shown: Noted[]; said: Said[] };
  }
}

/** Notes in the page when the camera shows another code, and what the screen says of it. */
export const watchClip = (page: Page): Promise<void> =>
  page.evaluate(({ bits, px }) => {
    const video = document.querySelector("video");
    const output = document.querySelector("[role=dialog] output");
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (video === null || output === null || context === null) throw new Error("no camera");
    const notes: NonNullable<Window["clipNotes"]> = { shown: [], said: [] };
    window.clipNotes = notes;
    const look = (at: number) => {
      context.drawImage(video, 0, 0, bits * px, px, 0, 0, bits * px, px);
      const { data } = context.getImageData(0, px / 2, bits * px, 1);
      let index = 0;
      for (let bit = 0; bit < bits; bit += 1) {
        if ((data[(bit * px + px / 2) * 4] ?? 0) > 128) index += 1 << bit;
      }
      if (notes.shown.at(-1)?.index !== index) notes.shown.push({ at, index });
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
    new MutationObserver(() =>
      notes.said.push({ at: performance.now(), text: output.textContent }),
    ).observe(output, { characterData: true, childList: true, subtree: true });
  }, MARK);

export const clipNotes = (page: Page): Promise<ClipNotes> =>
  page.evaluate(() => window.clipNotes ?? { shown: [], said: [] });

/** After the last code the clip shows none. */
export async function clipIsOver(page: Page, codes: number, timeout: number): Promise<void> {
  await page.waitForFunction(
    (last) => {
      const shown = window.clipNotes?.shown.map(({ index }) => index) ?? [];
      return shown.at(-1) === 0 && shown.includes(last);
    },
    codes,
    { timeout },
  );
}
