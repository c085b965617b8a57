import { useState } from "react";

import type { EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { can } from "#kernel/contract/rights.ts";
import { sellsItself, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import type { Approved } from "#web/lock/approve.ts";
import { usePeople } from "#web/lock/lock.ts";
import type { Cart } from "#web/state/cart.ts";
import { useCan, useSession } from "#web/state/use-session.ts";

import { type Given, isCovered, type PriceChange, approvalFor } from "./approval-needed.ts";

/** The approval of the sale on the screen. */
export function useApproval({ id, cart }: Readonly<{ id: string; cart: Cart }>) {
  const maySetPrices = useCan("override-price");
  const now = useOwnTill();
  const approvers = useApprovers();
  const [given, setGiven] = useState<Given>();
  const isAsked = !maySetPrices && sellsItself(now);
  const wanted = isAsked ? approvalFor(id, cart) : undefined;
  /** Read when the sale is paid: an approval runs out. */
  const approval = (): EntryApproval | undefined =>
    wanted && isCovered(wanted, given, Date.now()) ? given?.approved.approval : undefined;
  return {
    approvers,
    /** Whether this person may change a price that another one approves. */
    canAsk: isAsked && approvers.length > 0,
    /** True if the cart may not be sold as it is. */
    isMissing: (): boolean => wanted !== undefined && approval() === undefined,
    approvalFor: (change?: PriceChange) => (isAsked ? approvalFor(id, cart, change) : undefined),
    give: (approved: Approved) => setGiven({ entry: id, approved }),
    /** What the sale carries. */
    approval,
  };
}

export type CartApproval = ReturnType<typeof useApproval>;

/** People who may approve what this person sells. */
function useApprovers() {
  const own = useSession()?.user.id;
  return usePeople().filter(({ id, role }) => id !== own && can(role, "approve"));
}
