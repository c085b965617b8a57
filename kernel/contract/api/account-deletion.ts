import * as z from "zod/mini";

/** `until`: it can be cancelled until then; null where no deletion was requested. */
export const AccountDeletion = z.object({ until: z.nullable(z.string()) });
export type AccountDeletion = z.infer<typeof AccountDeletion>;
