import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

import type { Reading } from "./code-gate.ts";

/** Without a picture: asks whether the reader is ready. */
export type ReadRequest = Readonly<{ id: number; picture: ImageData | undefined }>;
export type ReadAnswer = Readonly<
  { id: number } & ({ fault: false; readings: readonly Reading[] } | { fault: true })
>;

const SQUARE = "QRCode";
const OPTIONS: ReaderOptions = {
  formats: ["EAN13", "EAN8", "UPCA", "Code128", SQUARE],
  tryHarder: true,
  tryInvert: false,
  maxNumberOfSymbols: 1,
  // With two, a blurred code was now and then read as another one.
  minLineCount: 3,
};

const ready = prepareZXingModule({
  overrides: { locateFile: () => wasm },
  fireImmediately: true,
});

async function readingsIn(picture: ImageData | undefined): Promise<readonly Reading[]> {
  await ready;
  if (picture === undefined) return [];
  const found = await readBarcodes(picture, OPTIONS);
  return found
    .filter(({ isValid }) => isValid)
    .map(({ text, symbology }) => ({ code: text, isLinear: symbology !== SQUARE }));
}

async function answer({ id, picture }: ReadRequest): Promise<ReadAnswer> {
  try {
    return { id, fault: false, readings: await readingsIn(picture) };
  } catch {
    return { id, fault: true };
  }
}

addEventListener("message", ({ data }: MessageEvent<ReadRequest>) => {
  void answer(data).then((message) => postMessage(message));
});
