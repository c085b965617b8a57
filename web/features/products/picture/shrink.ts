import { MOST_PICTURE_BYTES } from "#kernel/contract/picture.ts";

/** The edges of the square that are tried, in pixels, each with every quality. */
const EDGES = [320, 240, 160];
const QUALITIES = [0.85, 0.7, 0.55, 0.4, 0.25];
const PREFERRED = "image/webp";
/** For browsers that read WebP but do not write it. They answer with PNG. */
const OTHER = "image/jpeg";

/** The file is no picture, or of a kind that this browser does not read. */
class NoPicture extends Error {
  override readonly name = "NoPicture";
}

/**
 * A square of the middle of a photo, small enough to be kept and loaded on a slow line. What a camera
 * writes beside the picture, such as the place, is left out.
 */
export async function shrink(file: Blob): Promise<Blob> {
  const photo = await createImageBitmap(file).catch(() => undefined);
  if (photo === undefined) throw new NoPicture();
  try {
    for (const edge of EDGES) {
      const canvas = squareOf(photo, edge);
      for (const quality of QUALITIES) {
        const made = await encode(canvas, quality);
        if (made.size <= MOST_PICTURE_BYTES) return made;
      }
    }
  } finally {
    photo.close();
  }
  throw new NoPicture();
}

function squareOf(photo: ImageBitmap, most: number): HTMLCanvasElement {
  const side = Math.min(photo.width, photo.height);
  const edge = Math.min(most, side);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [edge, edge];
  const context = canvas.getContext("2d");
  if (context === null) throw new NoPicture();
  // JPEG has no transparent parts: without a ground they are black.
  context.fillStyle = "white";
  context.fillRect(0, 0, edge, edge);
  context.imageSmoothingQuality = "high";
  const [left, top] = [(photo.width - side) / 2, (photo.height - side) / 2];
  context.drawImage(photo, left, top, side, side, 0, 0, edge, edge);
  return canvas;
}

async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await toBlob(canvas, PREFERRED, quality);
  return webp.type === PREFERRED ? webp : toBlob(canvas, OTHER, quality);
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new NoPicture())), type, quality);
  });
