import { Sealed } from "#kernel/contract/events/fields.ts";
import { type Open, Opened } from "#projector/projections/table.ts";

const SUBJECT = "019a0000-0000-7000-8000-00000000cafe";

/** A sealed text that `openPlainly` opens to `plain`. */
export const sealedAs = (plain: string): Sealed =>
  Sealed.parse(`sealed:v1:${SUBJECT}:${Buffer.from(plain).toString("base64")}`);

export const openPlainly: Open = (sealed) =>
  sealed ? Opened.parse(Buffer.from(sealed.split(":").at(-1) ?? "", "base64").toString()) : null;

/** Opens nothing, as for an erased person. */
export const openNothing: Open = () => null;
