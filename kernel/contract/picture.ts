import * as z from "zod/mini";

/** A picture is at most 40 kB, so that a phone can load many on a slow line. */
export const MOST_PICTURE_BYTES = 40_000;

/** The SHA-256 of a picture, in hex. */
export const PictureHash = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, "Must be a SHA-256 hash in hex"));

/** The types of a picture, with the bytes they begin with at an offset. */
const BEGINNINGS = {
  "image/webp": [
    [0, "RIFF"],
    [8, "WEBP"],
  ],
  "image/jpeg": [[0, "\u00ff\u00d8\u00ff"]],
} as const;
export type PictureType = keyof typeof BEGINNINGS;

export const PICTURE_TYPES: readonly PictureType[] = ["image/webp", "image/jpeg"];

/** The type of a picture by its first bytes, whatever it is called. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | undefined =>
  PICTURE_TYPES.find((type) =>
    BEGINNINGS[type].every(([offset, signs]) =>
      Array.from(signs).every((sign, at) => bytes[offset + at] === sign.charCodeAt(0)),
    ),
  );

const MOST_BASE64 = Math.ceil(MOST_PICTURE_BYTES / 3) * 4;

/** A picture in base64. Its bytes may also be sent alone, as image/webp or image/jpeg. */
export const PictureText = z.strictObject({
  picture: z
    .string()
    .check(z.maxLength(MOST_BASE64), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, "Must be base64")),
});

export const KeptPicture = z.object({ sha256: PictureHash });

/** Null removes the picture. */
export const SetPictureRequest = z.strictObject({ sha256: z.nullable(PictureHash) });
