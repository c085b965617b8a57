import * as z from "zod/mini";

import { BadCursorError } from "#query-api/listing.ts";

const Place = z.object({
  day: z.union([z.iso.date(), z.literal("-infinity")]),
  seq: z.int(),
  running: z.int(),
});

/** Behind which line a page begins, and what the figure had come to by then. */
export type Place = z.infer<typeof Place>;

export const START: Place = { day: "-infinity", seq: 0, running: 0 };

export const toCursor = ({ day, seq, running }: Place): string =>
  Buffer.from(JSON.stringify({ day, seq, running })).toString("base64url");

export function fromCursor(cursor: string): Place {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (error) {
    throw new BadCursorError("a cursor that was never given", { cause: error });
  }
}
