import * as z from "zod/mini";

/**
 * The form of every failure: `error` is a text for people, `code` a kebab-case reason for programs.
 */
export const ApiError = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  request_id: z.string(),
});
export type ApiError = z.infer<typeof ApiError>;

export const success = <Data extends z.core.$ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });

/** The answer of a legacy write: `{success, message, data: {id, ...}}`. */
export const written = <Data extends z.core.$ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string(), data });

export const WriteResult = written(z.object({ id: z.string() }));
export type WriteResult = z.infer<typeof WriteResult>;

/** The answer of a request that returns nothing. */
export const Done = z.object({ success: z.literal(true) });

/** The answer of a request that returns only a message. */
export const MessageResult = z.object({ success: z.literal(true), message: z.string() });

/** With some filters, `X-Total-Count` counts up to this number; a higher one says that there are more. */
export const MOST_COUNTED = 1_000;
