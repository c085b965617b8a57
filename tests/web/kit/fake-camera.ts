import { afterEach, vi } from "vitest";

const TRIAL = { rawValue: "6001240100035", format: "ean_13" };
const FORMATS = ["ean_13", "ean_8", "upc_a", "code_128", "qr_code"];
const SIZE = { width: 640, height: 360 };

type Shown = { rawValue: string; format: string };

/** The app chooses its reader once, so all tests of a file have the same. */
const reader: { shown: readonly Shown[]; fails: boolean } = { shown: [], fails: false };

/** A stand-in for a camera, its light, and the browser's own reader of codes. */
export function fakeCamera({ torch = false } = {}) {
  const lights: unknown[] = [];
  const state = { opened: 0, stopped: 0 };
  Object.assign(reader, { shown: [], fails: false });
  const track = {
    stop: () => {
      state.stopped += 1;
    },
    getCapabilities: () => ({ torch }),
    applyConstraints: async (wanted: { advanced: readonly unknown[] }) => {
      lights.push(...wanted.advanced);
    },
  };
  const getUserMedia = async () => {
    state.opened += 1;
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  };
  vi.stubGlobal(
    "ImageData",
    class {
      data: Uint8ClampedArray;
      width: number;
      height: number;
      constructor(width: number, height: number) {
        this.width = width;
        this.height = height;
        this.data = new Uint8ClampedArray(width * height * 4);
      }
    },
  );
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => FORMATS;
      async detect({ width }: { width: number }): Promise<readonly Shown[]> {
        if (width < SIZE.width / 1.6) return [TRIAL];
        if (reader.fails) throw new Error("no service");
        return reader.shown;
      }
    },
  );
  stubVideo();
  putCamera(getUserMedia);
  return {
    state,
    lights,
    show: (...codes: readonly string[]) => {
      reader.shown = codes.map((rawValue) => ({ rawValue, format: "ean_13" }));
    },
    failReader: () => {
      reader.fails = true;
    },
  };
}

/** In place of the device's camera. */
export function putCamera(getUserMedia: (() => Promise<unknown>) | undefined): void {
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: getUserMedia && { getUserMedia },
  });
}

function stubVideo(): void {
  const context = {
    drawImage: () => undefined,
    getImageData: (_x: number, _y: number, width: number, height: number) => ({ width, height }),
  };
  const { width, height } = SIZE;
  Object.defineProperties(HTMLVideoElement.prototype, {
    videoWidth: { configurable: true, value: width },
    videoHeight: { configurable: true, value: height },
    srcObject: { configurable: true, writable: true, value: null },
  });
  vi.spyOn(HTMLVideoElement.prototype, "play").mockResolvedValue(undefined);
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", {
    configurable: true,
    value: () => context,
  });
}

export function hidePage(isHidden: boolean): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isHidden ? "hidden" : "visible");
  document.dispatchEvent(new Event("visibilitychange"));
}

/** After each test the device is as before. */
export function cameraEachTest(): void {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "mediaDevices");
  });
}
