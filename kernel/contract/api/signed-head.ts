import * as z from "zod/mini";

import { Count } from "#kernel/contract/api/listing.ts";

/** The newest first; `before` is the `tree_size` of the last one of the page before. */
export const SignedHeadsQuery = z.object({ before: z.optional(Count), limit: z.optional(Count) });
export type SignedHeadsQuery = z.infer<typeof SignedHeadsQuery>;

/** What was signed of the shop's log, up to its event of number `tree_size`. Hashes and keys are base64. */
export const SignedHeadItem = z.object({
  tree_size: z.int(),
  root: z.string(),
  chain: z.string(),
  signed_at: z.string(),
  key_id: z.string(),
  /** The signed note itself: all else can be read out of it. */
  note: z.string(),
});
export type SignedHeadItem = z.infer<typeof SignedHeadItem>;

/** A public key under the name that it signs this shop's log by, as programs that read signed notes take it. */
export const SignedHeadKey = z.object({
  key_id: z.string(),
  verifier_key: z.string(),
  since: z.string(),
});
export type SignedHeadKey = z.infer<typeof SignedHeadKey>;

/** `page` is where anybody may see the same. */
export const SignedHeads = z.object({
  page: z.string(),
  keys: z.array(SignedHeadKey),
  checkpoints: z.array(SignedHeadItem),
});
export type SignedHeads = z.infer<typeof SignedHeads>;
