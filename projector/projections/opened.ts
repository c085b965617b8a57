import * as z from "zod/mini";

import type { Sealed } from "#kernel/contract/events/fields.ts";

/** A sealed text in clear. A column of this type refuses a text that is still sealed. */
export const Opened = z.string().brand<"Opened">();
export type Opened = z.infer<typeof Opened>;

/** Null where there is nothing, and where the person was erased. */
export type Open = (sealed: Sealed | null | undefined) => Opened | null;
