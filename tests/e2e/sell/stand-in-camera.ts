import type { Page } from "playwright-core";

export type StandInCamera = Readonly<{
  /** Of each stream that was opened: "live" or "ended". */
  states: () => Promise<readonly string[]>;
  /** What the light was asked to do. */
  lights: () => Promise<readonly string[]>;
  /** From now on the camera does not open, for this reason. */
  fail: (name: string) => Promise<void>;
  /** As if the person went to another app, or came back. */
  hide: (isHidden: boolean) => Promise<void>;
}>;

/** In place of the device's camera, whose light a browser without a device does not have. */
export async function putCamera(page: Page): Promise<StandInCamera> {
  await page.evaluate(() => {
    const tracks: MediaStreamTrack[] = [];
    const lights: string[] = [];
    const pictures: CanvasRenderingContext2D[] = [];
    const everyFrame = (atMs: number) => {
      const { dataset } = document.documentElement;
      dataset["cameras"] = tracks.map(({ readyState }) => readyState).join(" ");
      dataset["lights"] = lights.join(" ");
      for (const picture of pictures) {
        picture.fillStyle = `hsl(${Math.round(atMs) % 360} 50% 50%)`;
        picture.fillRect(0, 0, picture.canvas.width, picture.canvas.height);
      }
      requestAnimationFrame(everyFrame);
    };
    requestAnimationFrame(everyFrame);
    const open = async (): Promise<MediaStream> => {
      const { cameraFails } = document.documentElement.dataset;
      if (cameraFails !== undefined) throw new DOMException("no", cameraFails);
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: 640, height: 360 });
      pictures.push(...[canvas.getContext("2d")].filter((picture) => picture !== null));
      const stream = canvas.captureStream();
      for (const track of stream.getVideoTracks()) {
        tracks.push(track);
        Object.assign(track, { getCapabilities: () => ({ torch: true }) });
        track.applyConstraints = async (wanted) => {
          lights.push(JSON.stringify(wanted).includes('"torch":true') ? "on" : "off");
        };
      }
      return stream;
    };
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: open } });
  });
  const read = async (name: string): Promise<readonly string[]> => {
    const text = await page.evaluate((key) => document.documentElement.dataset[key] ?? "", name);
    return text === "" ? [] : text.split(" ");
  };
  return {
    states: () => read("cameras"),
    lights: () => read("lights"),
    fail: (name) =>
      page.evaluate((reason) => {
        document.documentElement.dataset["cameraFails"] = reason;
      }, name),
    hide: (isHidden) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
          document.dispatchEvent(new Event("visibilitychange"));
        },
        isHidden ? "hidden" : "visible",
      ),
  };
}

/** In place of a browser's own reader of codes: it reads this one in every picture. */
export const putReader = (page: Page, code: string): Promise<void> =>
  page.evaluate((rawValue) => {
    Object.defineProperty(globalThis, "BarcodeDetector", {
      value: class {
        static async getSupportedFormats() {
          return ["ean_13", "ean_8", "upc_a", "code_128", "qr_code"];
        }
        async detect() {
          return [{ rawValue, format: "ean_13" }];
        }
      },
    });
  }, code);
