// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

import { ownReader } from "#web/parts/camera/code-reader.ts";
import { TRIAL_CODE, trialPicture } from "#web/parts/camera/trial-picture.ts";

const WASM = "node_modules/zxing-wasm/dist/reader/zxing_reader.wasm";
const FORMATS = ["ean_13", "ean_8", "upc_a", "code_128", "qr_code"];
const READ = [{ rawValue: TRIAL_CODE, format: "ean_13" }];

class Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly colorSpace = "srgb";
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(width * height * 4);
  }
}

function giveDetector(detect: () => Promise<unknown>, formats = FORMATS) {
  const BarcodeDetector = class {
    static getSupportedFormats = async () => formats;
    detect = detect;
  };
  vi.stubGlobal("window", { BarcodeDetector });
}

beforeEach(() => vi.stubGlobal("ImageData", Picture));
afterEach(() => vi.unstubAllGlobals());

describe("SELL-59: the browser's own reader", () => {
  test("is used where it reads the trial picture", async () => {
    giveDetector(async () => READ);
    const reader = await ownReader();
    expect(await reader?.read(new Picture(1, 1))).toEqual([{ code: TRIAL_CODE, isLinear: true }]);
  });

  test.each([
    ["finds nothing", async () => [], FORMATS],
    ["finds another code", async () => [{ rawValue: "1", format: "ean_13" }], FORMATS],
    ["fails", () => Promise.reject(new Error("no service")), FORMATS],
    ["does not know every kind", async () => READ, ["qr_code"]],
  ])("is not used where it %s", async (_, detect, formats) => {
    giveDetector(detect, formats);
    expect(await ownReader()).toBeUndefined();
  });

  test("is not used where there is none", async () => {
    vi.stubGlobal("window", {});
    expect(await ownReader()).toBeUndefined();
  });

  test("is tried with a picture that has the code", async () => {
    const wasmBinary = new Uint8Array(readFileSync(join(import.meta.dirname, "../../../..", WASM)));
    await prepareZXingModule({
      overrides: { wasmBinary: wasmBinary.buffer },
      fireImmediately: true,
    });
    const [found] = await readBarcodes(trialPicture());
    expect(found).toMatchObject({ text: TRIAL_CODE, format: "EAN13" });
  });
});
