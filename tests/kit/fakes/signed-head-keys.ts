import {
  newSignedHeadKeys,
  parseSignedHeadKeys,
  type SigningKeys,
} from "#kernel/verify/signed-head-keys.ts";
import { publicKeyOf } from "#kernel/verify/signed-note.ts";

/** New keys of an installation, or the keys after a rotation. */
export function madeSignedHeadKeys(before?: SigningKeys): SigningKeys {
  const { signing, publicKeys } = parseSignedHeadKeys(
    newSignedHeadKeys(before?.publicKeys.map(publicKeyOf)),
  );
  if (!signing) throw new Error("no key was made");
  return { signing, publicKeys };
}
