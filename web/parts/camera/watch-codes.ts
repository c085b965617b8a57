import { type CodeReader, createCodeGate, type Reading } from "./code-gate.ts";

/** Larger pictures take longer to read, and have no more of the code. */
const WIDEST_PX = 1_280;
/** In a smaller picture the noise of a dark shop is averaged away. */
const SCALES = [1, 2 / 3];
/** For browsers that do not say when a picture arrives. */
const PICTURE_MS = 50;

const nextPicture = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(() => resolve());
    else setTimeout(resolve, PICTURE_MS);
  });

function createPictures(video: HTMLVideoElement) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (part: number): ImageData | undefined => {
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0 || context === null) return undefined;
    const scale = part * Math.min(1, WIDEST_PX / videoWidth);
    const width = Math.round(videoWidth * scale);
    const height = Math.round(videoHeight * scale);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
}

type PictureAt = (part: number) => ImageData | undefined;

async function readingsOf(reader: CodeReader, pictureAt: PictureAt): Promise<readonly Reading[]> {
  for (const scale of SCALES) {
    const picture = pictureAt(scale);
    const readings = picture === undefined ? [] : await reader.read(picture);
    if (readings.length > 0) return readings;
  }
  return [];
}

type WatchEvents = Readonly<{ onCode: (code: string) => void; onFault: () => void }>;

/** Reads picture after picture, one at a time, until the returned function is called. */
export function watchCodes(
  video: HTMLVideoElement,
  loading: Promise<CodeReader>,
  { onCode, onFault }: WatchEvents,
): () => void {
  const gate = createCodeGate();
  const pictureAt = createPictures(video);
  let isOver = false;
  const watch = async () => {
    const reader = await loading;
    while (!isOver) {
      await nextPicture(video);
      const atMs = performance.now();
      const readings = isOver ? [] : await readingsOf(reader, pictureAt);
      if (!isOver) gate.pass(readings, atMs).forEach(onCode);
    }
  };
  watch().catch(() => {
    if (!isOver) onFault();
  });
  return () => {
    isOver = true;
  };
}
