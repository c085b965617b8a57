import type { CodeReader } from "./code-gate.ts";
import { TRIAL_CODE, trialPicture } from "./trial-picture.ts";
import { workerReader } from "./worker-reader.ts";

/** The reader of the browser itself, which the DOM types lack. */
type Detected = Readonly<{ rawValue: string; format: string }>;
type Detector = { detect: (picture: ImageData) => Promise<readonly Detected[]> };
type DetectorType = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};
declare global {
  interface Window {
    BarcodeDetector?: DetectorType;
  }
}

const SQUARE = "qr_code";
const FORMATS = ["ean_13", "ean_8", "upc_a", "code_128", SQUARE];

/** Some browsers have the reader and never find a code, so it must read a known picture first. */
export async function ownReader(): Promise<CodeReader | undefined> {
  const Type = window.BarcodeDetector;
  if (Type === undefined) return undefined;
  try {
    const able = await Type.getSupportedFormats();
    if (!FORMATS.every((format) => able.includes(format))) return undefined;
    const detector = new Type({ formats: FORMATS });
    const [trial] = await detector.detect(trialPicture());
    if (trial?.rawValue !== TRIAL_CODE) return undefined;
    return {
      read: async (picture) =>
        (await detector.detect(picture)).map(({ rawValue, format }) => ({
          code: rawValue,
          isLinear: format !== SQUARE,
        })),
    };
  } catch {
    return undefined;
  }
}

let found: Promise<CodeReader> | undefined;

/** Chosen once. The reader of our own is loaded only where the browser has none that works. */
export function codeReader(): Promise<CodeReader> {
  found ??= chosen();
  // Without a network it could not be loaded: the next opening of the camera tries again.
  found.catch(() => {
    found = undefined;
  });
  return found;
}

async function chosen(): Promise<CodeReader> {
  return (await ownReader()) ?? workerReader();
}
