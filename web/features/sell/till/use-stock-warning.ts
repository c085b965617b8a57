import { useQuery } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useRef } from "react";

import type { OversellPolicy } from "#kernel/contract/choices.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { shortText } from "#web/features/sell/charge/findings.ts";
import { dataOf, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import type { Sellable } from "#web/state/cart.ts";

/** The rule for sales above the stock. Undefined until it is known. */
export function useOversellPolicy(): OversellPolicy | undefined {
  const now = useOwnTill();
  const own = dataOf(now)?.settings.oversellPolicy;
  const enabled = now.isReady && own === undefined;
  const { data: settings } = useQuery({ ...settingsQuery(), enabled });
  return own ?? settings?.business.oversell_policy;
}

type WarningOptions = Readonly<{
  /** What is in the cart, in sale units. */
  units: ReadonlyMap<string, number>;
  policy: OversellPolicy | undefined;
  say: (text: string) => void;
}>;

/**
 * Says at once when more comes into the cart than is in stock, unless the shop does not mind. The
 * function stays the same, so that no tile is drawn again when the cart changes.
 */
export function useStockWarning(options: WarningOptions) {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useCallback((product: Sellable, added: number) => {
    const { units, policy, say } = latest.current;
    const { id, name, stock_exact: onHand, unit } = product;
    const perUnit = unit?.per_unit ?? 1;
    const wanted = ((units.get(id) ?? 0) + added) * perUnit;
    if (policy === undefined || policy === "allow" || wanted <= onHand) return;
    say(shortText({ name, perUnit, onHand }));
  }, []);
}
