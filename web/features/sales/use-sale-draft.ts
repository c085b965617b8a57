import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import * as z from "zod/mini";

import { useSession } from "#web/state/use-session.ts";

import { emptySale, reduceSale, SaleDraft } from "./sale-draft.ts";

const STORED_AS = "unsaved-sale";

const StoredSale = z.object({ owner: z.string(), draft: SaleDraft });

/** In the tab's storage, so that a reload or a session that ends does not lose the sale. */
const storeOf = (owner: string) => ({
  read(): SaleDraft | undefined {
    try {
      const stored = StoredSale.safeParse(JSON.parse(sessionStorage.getItem(STORED_AS) ?? ""));
      return stored.success && stored.data.owner === owner ? stored.data.draft : undefined;
    } catch {
      return undefined;
    }
  },
  write(draft: SaleDraft): void {
    try {
      sessionStorage.setItem(STORED_AS, JSON.stringify({ owner, draft }));
    } catch {
      // Storage is full or blocked: the draft lasts as long as the page.
    }
  },
  forget: () => sessionStorage.removeItem(STORED_AS),
});

/** `restored` is true if the sale was begun on an earlier page. */
export function useSaleDraft() {
  const session = useSession();
  const owner = `${session?.tenant.id}/${session?.user.id}`;
  const store = useMemo(() => storeOf(owner), [owner]);
  const [stored] = useState(() => store.read());
  const [draft, dispatch] = useReducer(reduceSale, stored ?? emptySale);
  const restored = stored !== undefined && stored.cart.lines.length > 0;

  // A saved sale's products change while its dialog closes, and it must not be begun again then.
  const isForgotten = useRef(false);

  useEffect(() => {
    if (draft !== emptySale && !isForgotten.current) store.write(draft);
  }, [draft, store]);

  const keep = () => {
    isForgotten.current = false;
    store.write(draft);
  };
  const forget = useCallback(() => {
    isForgotten.current = true;
    store.forget();
  }, [store]);
  return { draft, dispatch, restored, keep, forget };
}
