import * as z from "zod/mini";

/** Until when it can be taken back; null where nobody asked for it. */
export const AccountDeletion = z.object({ until: z.nullable(z.string()) });
export type AccountDeletion = z.infer<typeof AccountDeletion>;
