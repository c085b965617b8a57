import { open } from "node:fs/promises";

import { type CodeShape, codeShape, type ShownCode } from "./code-shapes.ts";

// A clip for the browser's own stand-in of a camera: uncompressed, so that it needs no encoder.

const WIDTH = 640;
const HEIGHT = 360;
const PER_SECOND = 6;
/** How long a code is shown: two thirds of a second. */
const PICTURES_OF_A_CODE = 4;
/** Without a code, before the first, while the reader is loaded, and after the last. */
const PICTURES_OF_NONE = 12;
const SAMPLES = 3;

/** Says which code is shown: one square for each bit, at the top left. */
export const MARK = { bits: 7, px: 16 } as const;

/** How a code is held, and how bad the picture is. */
type Look = Readonly<{
  tilt: number;
  /** Pixels for a narrowest bar. */
  scale: number;
  blur: number;
  noise: number;
  /** The brightness of paper and of ink, of 255. */
  paper: number;
  ink: number;
}>;

/** From good to bad; one after the other. */
const LOOKS: readonly Look[] = [
  { tilt: 0, scale: 3.6, blur: 0, noise: 4, paper: 235, ink: 25 },
  { tilt: 4, scale: 3.4, blur: 1, noise: 8, paper: 215, ink: 40 },
  { tilt: -9, scale: 3.2, blur: 1, noise: 12, paper: 180, ink: 45 },
  { tilt: 15, scale: 3, blur: 0, noise: 16, paper: 150, ink: 40 },
  { tilt: -3, scale: 3.4, blur: 1, noise: 10, paper: 95, ink: 24 },
];
/** A square code has fewer and larger parts. */
const LARGER = 2.2;
const TABLE = 0.55;
const QUIET = 9;

type Random = () => number;

/** The same clip each time. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const within = (at: number, length: number, more: number): boolean =>
  at >= -more && at < length + more;

/** The brightness of each pixel, before noise. */
function held(shape: CodeShape, look: Look): Float32Array {
  const { paper, ink } = look;
  const scale = look.scale * (shape.width === shape.height ? LARGER : 1);
  const angle = (look.tilt * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const brightnessAt = (px: number, py: number): number => {
    const [dx, dy] = [px - WIDTH / 2, py - HEIGHT / 2];
    const x = dx * cos + dy * sin + shape.width / 2;
    const y = dy * cos - dx * sin + shape.height / 2;
    if (!within(x, shape.width, QUIET) || !within(y, shape.height, QUIET)) return paper * TABLE;
    const isOnCode = within(x, shape.width, 0) && within(y, shape.height, 0);
    return isOnCode && shape.isDark(x, y) ? ink : paper;
  };
  const picture = new Float32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      let sum = 0;
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        sum += brightnessAt(x + (sample + 0.5) / SAMPLES, y + 0.5);
      }
      picture[y * WIDTH + x] = sum / SAMPLES;
    }
  }
  return blurred(picture, look.blur);
}

/** Each pixel becomes the mean of its neighbours, along and across. */
function blurred(picture: Float32Array, px: number): Float32Array {
  if (px === 0) return picture;
  return [1, WIDTH].reduce((before, step) => {
    const after = new Float32Array(before.length);
    for (let at = 0; at < before.length; at += 1) {
      let sum = 0;
      for (let off = -px; off <= px; off += 1) sum += before[at + off * step] ?? before[at] ?? 0;
      after[at] = sum / (px * 2 + 1);
    }
    return after;
  }, picture);
}

function pictureOf(base: Float32Array, noise: number, index: number, random: Random): Buffer {
  const picture = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
  for (let at = 0; at < base.length; at += 1) {
    const bright = (base[at] ?? 0) + (random() + random() - 1) * noise;
    picture[at] = Math.max(0, Math.min(255, Math.round(bright)));
  }
  for (let bit = 0; bit < MARK.bits; bit += 1) {
    const value = (index >> bit) & 1 ? 255 : 0;
    for (let y = 0; y < MARK.px; y += 1) {
      const at = y * WIDTH + bit * MARK.px;
      picture.fill(value, at, at + MARK.px);
    }
  }
  return picture;
}

/** Writes a clip that shows the codes one after the other. */
export async function writeClip(file: string, codes: readonly ShownCode[]): Promise<void> {
  const random = createRandom(1);
  const clip = await open(file, "w");
  const write = async (base: Float32Array, noise: number, index: number, pictures: number) => {
    for (let count = 0; count < pictures; count += 1) {
      await clip.write("FRAME\n");
      await clip.write(pictureOf(base, noise, index, random));
    }
  };
  const none = new Float32Array(WIDTH * HEIGHT).fill(120);
  await clip.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
  await write(none, 4, 0, PICTURES_OF_NONE);
  for (const [at, code] of codes.entries()) {
    const look = LOOKS[at % LOOKS.length];
    if (look === undefined) continue;
    await write(held(codeShape(code), look), look.noise, at + 1, PICTURES_OF_A_CODE);
  }
  await write(none, 4, 0, PICTURES_OF_NONE);
  await clip.close();
}
