import * as z from "zod/mini";

import { Count } from "#kernel/contract/api/listing.ts";

/** Newest first. `before` is the `tree_size` of the last entry of the previous page. */
export const SignedHeadsQuery = z.object({ before: z.optional(Count), limit: z.optional(Count) });
export type SignedHeadsQuery = z.infer<typeof SignedHeadsQuery>;

/** A signed head of the tenant's log up to event `tree_size`. Hashes and keys are base64. */
export const SignedHeadItem = z.object({
  tree_size: z.int(),
  root: z.string(),
  chain: z.string(),
  signed_at: z.string(),
  key_id: z.string(),
  /** The signed note, which contains all the other fields. */
  note: z.string(),
});
export type SignedHeadItem = z.infer<typeof SignedHeadItem>;

/**
 * A public key and the name under which it signs this log, in the form of the signed-note tools.
 */
export const SignedHeadKey = z.object({
  key_id: z.string(),
  verifier_key: z.string(),
  since: z.string(),
});
export type SignedHeadKey = z.infer<typeof SignedHeadKey>;

/** `page` is the public page with the same heads. */
export const SignedHeads = z.object({
  page: z.string(),
  keys: z.array(SignedHeadKey),
  checkpoints: z.array(SignedHeadItem),
});
export type SignedHeads = z.infer<typeof SignedHeads>;
