import type { Checkpoints, SignedCheckpoint } from "#kernel/contract/api/checkpoint.ts";
import { Checkpoints as CheckpointsAnswer } from "#kernel/contract/api/checkpoint.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

import { keysetQuery } from "./keyset.ts";

const Answer = success(CheckpointsAnswer);
const PAGE_SIZE = 20;

/** A page of checkpoints says with each where they are public and by which keys they were signed. */
export type PublishedCheckpoint = SignedCheckpoint & Pick<Checkpoints, "page" | "keys">;

/** The newest first. */
export const checkpointsQuery = () =>
  keysetQuery<PublishedCheckpoint>(keys.audit.checkpoints, async (before, signal) => {
    const asked = new URLSearchParams({ limit: String(PAGE_SIZE) });
    if (before !== undefined) asked.set("before", before);
    const { data } = await request(`/api/v1/audit/checkpoints?${asked}`, Answer, { signal });
    const { page, keys: signers, checkpoints } = data;
    const last = checkpoints.at(-1);
    return {
      items: checkpoints.map((checkpoint) => ({ ...checkpoint, page, keys: signers })),
      next: last === undefined || checkpoints.length < PAGE_SIZE ? null : String(last.tree_size),
    };
  });
