import { useEffect, useMemo, useReducer, useState } from "react";

import { useSession } from "#web/state/use-session.ts";

import { keptSale } from "./kept-sale.ts";
import { emptySale, reduceSale } from "./sale-draft.ts";

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
