import * as z from "zod/mini";

import { SentCommand } from "#web/api/command-key.ts";
import type { CommandMemory } from "#web/api/command-key.ts";

import { SaleDraft } from "./sale-draft.ts";

const STORED_AS = "unsaved-sale";

const KeptSale = z.object({
  owner: z.string(),
  draft: z.optional(SaleDraft),
  sent: z.optional(SentCommand),
});
type KeptSale = z.infer<typeof KeptSale>;

function read(owner: string): KeptSale {
  try {
    const stored = KeptSale.safeParse(JSON.parse(sessionStorage.getItem(STORED_AS) ?? ""));
    return stored.success && stored.data.owner === owner ? stored.data : { owner };
  } catch {
    return { owner };
  }
}

function write(kept: KeptSale): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(kept));
  } catch {
    // No room or no storage: the sale lives as long as the page then.
  }
}

/**
 * The sale that is not saved yet, kept for its owner while the tab lives: an ended session or a reload
 * does not lose it. With it the command that was sent, so that saving it once more after that is still
 * the same sale.
 */
export function keptSale(owner: string) {
  const memory: CommandMemory = {
    recall: () => read(owner).sent,
    remember: (sent) => write({ ...read(owner), sent }),
  };
  return {
    memory,
    recall: () => read(owner).draft,
    keep: (draft: SaleDraft) => write({ ...read(owner), draft }),
    forget: () => sessionStorage.removeItem(STORED_AS),
  };
}
