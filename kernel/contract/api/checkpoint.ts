import * as z from "zod/mini";

import { Count } from "#kernel/contract/api/listing.ts";

/** The newest first; `before` is the `tree_size` of the last one of the page before. */
export const CheckpointsQuery = z.object({ before: z.optional(Count), limit: z.optional(Count) });
export type CheckpointsQuery = z.infer<typeof CheckpointsQuery>;

/** What was signed of the shop's log, up to its event of number `tree_size`. Hashes and keys are base64. */
export const SignedCheckpoint = z.object({
  tree_size: z.int(),
  root: z.string(),
  chain: z.string(),
  signed_at: z.string(),
  key_id: z.string(),
  /** The signed note itself: all else can be read out of it. */
  note: z.string(),
});
export type SignedCheckpoint = z.infer<typeof SignedCheckpoint>;

/** A public key under the name that it signs this shop's log by, as programs that read signed notes take it. */
export const CheckpointKey = z.object({
  key_id: z.string(),
  verifier_key: z.string(),
  since: z.string(),
});
export type CheckpointKey = z.infer<typeof CheckpointKey>;

/** `page` is where anybody may see the same. */
export const Checkpoints = z.object({
  page: z.string(),
  keys: z.array(CheckpointKey),
  checkpoints: z.array(SignedCheckpoint),
});
export type Checkpoints = z.infer<typeof Checkpoints>;
