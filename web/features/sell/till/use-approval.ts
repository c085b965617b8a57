import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { allowsOversell } from "#kernel/contract/approval.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { can } from "#kernel/contract/rights.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { dataOf, sellsItself, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import type { ApprovalRequest, Approved } from "#web/lock/approve.ts";
import { usePeople } from "#web/lock/lock.ts";
import type { Cart } from "#web/state/cart.ts";
import { useCan, useSession } from "#web/state/use-session.ts";

import {
  approvalFor,
  type CartChange,
  type Given,
  isAboveLimit,
  isCovered,
  isShortAfter,
} from "./approval-needed.ts";
import { useOversellPolicy } from "./use-stock-warning.ts";

/** The approval of the sale on the screen. */
export function useApproval({ id, cart }: Readonly<{ id: string; cart: Cart }>) {
  const maySetPrices = useCan("override-price");
  const now = useOwnTill();
  const approvers = useApprovers();
  const discountLimitBp = useDiscountLimit();
  const [given, setGiven] = useState<Given>();
  const isAsked = !maySetPrices && sellsItself(now);
  const mayOversell = useCan("oversell");
  const asksForStock = useOversellPolicy() === "warn" && !mayOversell;
  const pricesFor = (changes?: readonly CartChange[]) =>
    isAsked ? approvalFor(id, { cart, changes, discountLimitBp }) : undefined;
  const wanted = pricesFor();
  const canAsk = isAsked && approvers.length > 0;
  const oversell: ApprovalRequest = withOversell(wanted) ?? {
    entry: id,
    what: "oversell",
    amount_minor: 0,
  };
  const isOversellGiven = given?.entry === id && allowsOversell(given.approved.approval);
  /** What was approved before is not given up by asking for more. */
  const isBothKnown = (changes?: readonly CartChange[]) =>
    isOversellGiven || (asksForStock && isShortAfter(cart, changes));
  /** One question for both. `isShort`: the server says that more is in the cart than in stock. */
  const wantedFor = (changes?: readonly CartChange[], isShort = false) =>
    isBothKnown(changes) || (asksForStock && isShort)
      ? withOversell(pricesFor(changes))
      : pricesFor(changes);
  /** Read when the sale is paid: an approval runs out. */
  const approval = (): EntryApproval | undefined =>
    isCovered(wanted ?? oversell, given, Date.now()) ? given?.approved.approval : undefined;
  return {
    approvers,
    /** Whether this person sets prices and gives discounts without being asked. */
    mayAlone: maySetPrices,
    /** Whether this person may change a price that another one approves. */
    canAsk,
    /** In hundredths of a percent: what this person may take off a line alone. */
    discountLimitBp,
    /** Whether there is no way for this person to take anything off. */
    isWithoutDiscounts: !maySetPrices && !canAsk && discountLimitBp === 0,
    /** Whether a discount is more than this person may give, and there is no one to ask. */
    isRefused: (changes: readonly CartChange[]): boolean =>
      !maySetPrices && !canAsk && isAboveLimit({ cart, changes, discountLimitBp }),
    /** True if the cart may not be sold as it is. */
    isMissing: (): boolean => wanted !== undefined && approval() === undefined,
    approvalFor: wantedFor,
    /** Whether the server may know of more to ask for than this till does. */
    needsServerStock: (changes?: readonly CartChange[]): boolean =>
      asksForStock && !isBothKnown(changes),
    /**
     * What to ask another person for, so that this one sells more than is in stock. A sale carries one
     * approval, so it is also for the prices.
     */
    oversell: sellsItself(now) && approvers.length > 0 ? oversell : undefined,
    /** Whether another person has approved that, however long ago. */
    isOversellGiven,
    /** Whether an approval that has not run out is of that, too. */
    isOversellCovered: (): boolean => isCovered(oversell, given, Date.now()),
    give: (approved: Approved) => setGiven({ entry: id, approved }),
    /** What the sale carries. */
    approval,
  };
}

const withOversell = (wanted: ApprovalRequest | undefined): ApprovalRequest | undefined =>
  wanted && { ...wanted, oversell: true };

export type CartApproval = ReturnType<typeof useApproval>;

/** People who may approve what this person sells. */
function useApprovers() {
  const own = useSession()?.user.id;
  return usePeople().filter(({ id, role }) => id !== own && can(role, "approve"));
}

/** As this till knows it, or else as the server says. */
function useDiscountLimit(): number {
  const now = useOwnTill();
  const own = dataOf(now)?.settings.discountLimitBp;
  const { data } = useQuery({ ...settingsQuery(), enabled: now.isReady && own === undefined });
  return own ?? minorOf(data?.business.discount_limit ?? 0);
}
