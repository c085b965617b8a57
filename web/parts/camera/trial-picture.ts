/** The code of the trial picture, an EAN-13. */
export const TRIAL_CODE = "6001240100035";

/** Its 95 modules: 1 is dark. */
const BARS =
  "10100011010100111011001100110110100011000110101010110011011100101110010111001010000101001110101";
const QUIET = 12;
const MODULE = 3;
const HEIGHT = 90;
const LIGHT = 255;
const CHANNELS = 4;

/**
 * A picture of one code, to try a reader with. It is drawn and not loaded, so that it is there
 * without a network.
 */
export function trialPicture(): ImageData {
  const quiet = "0".repeat(QUIET);
  const row = quiet + BARS + quiet;
  const width = row.length * MODULE;
  const picture = new ImageData(width, HEIGHT + QUIET * 2);
  picture.data.fill(LIGHT);
  for (let y = QUIET; y < QUIET + HEIGHT; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (row[Math.floor(x / MODULE)] !== "1") continue;
      const at = (y * width + x) * CHANNELS;
      picture.data.fill(0, at, at + CHANNELS - 1);
    }
  }
  return picture;
}
