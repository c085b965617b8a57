// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod";

/** An operator's act: the projection goes on behind an event that it could not apply. */
export const ProjectionEventSkipped = z.object({
  type: z.literal("ProjectionEventSkipped"),
  data: z.object({ projection: z.string(), seq: z.int(), reason: z.string() }),
});
export type ProjectionEventSkipped = z.infer<typeof ProjectionEventSkipped>;
