import type * as z from "zod/mini";

/**
 * The end of a page as an opaque text. The next page starts there, whatever was added meanwhile.
 */
export const encodeCursor = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

export function decodeCursor<Place extends z.ZodMiniType>(
  schema: Place,
  cursor: string,
): z.infer<Place> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (cause) {
    throw new BadCursorError("not a cursor of this list", { cause });
  }
}

class BadCursorError extends Error {
  override readonly name = "BadCursorError";
  readonly statusCode = 400;
}
