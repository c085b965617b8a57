import { useEffect, useMemo, useReducer, useState } from "react";
import * as z from "zod/mini";

import { useSession } from "#web/state/use-session.ts";

import { emptySale, reduceSale, SaleDraft } from "./sale-draft.ts";

const STORED_AS = "unsaved-sale";

const KeptSale = z.object({ owner: z.string(), draft: SaleDraft });

/** The sale that is not saved yet, kept for its owner while the tab lives: an ended session or a reload does not lose it. */
export function keptSale(owner: string) {
  return {
    recall(): SaleDraft | undefined {
      try {
        const stored = KeptSale.safeParse(JSON.parse(sessionStorage.getItem(STORED_AS) ?? ""));
        return stored.success && stored.data.owner === owner ? stored.data.draft : undefined;
      } catch {
        return undefined;
      }
    },
    keep(draft: SaleDraft): void {
      try {
        sessionStorage.setItem(STORED_AS, JSON.stringify({ owner, draft }));
      } catch {
        // No room or no storage: the sale lives as long as the page then.
      }
    },
    forget: () => sessionStorage.removeItem(STORED_AS),
  };
}

/** The sale in the making. `restored` where it was begun before this page. */
export function useSaleDraft() {
  const session = useSession();
  const owner = `${session?.tenant.id}/${session?.user.id}`;
  const kept = useMemo(() => keptSale(owner), [owner]);
  const [begun] = useState(() => kept.recall());
  const [draft, dispatch] = useReducer(reduceSale, begun ?? emptySale);
  const restored = begun !== undefined && begun.lines.length > 0;

  useEffect(() => {
    if (draft !== emptySale) kept.keep(draft);
  }, [draft, kept]);

  return { draft, dispatch, restored, keep: () => kept.keep(draft), forget: kept.forget };
}
