import { useQuery } from "@tanstack/react-query";

import type { OversellPolicy } from "#kernel/contract/choices.ts";
import { useCan } from "#web/state/use-session.ts";

import { isRefused } from "./request-error.ts";
import { settingsQuery } from "./settings.ts";

// Sales of more than is in stock. Few pages need it, so it is apart from the settings.

/** What may happen to a sale that takes more than there is. */
export const stockRules: Readonly<Record<OversellPolicy, string>> = {
  block: "Refuse the sale",
  warn: "Ask a manager",
  allow: "Sell anyway",
};

/**
 * Whether this person may sell more than is in stock: the sale was refused for that reason, and the
 * shop only warns.
 */
export function useMayOversell(refusal: Error | null): boolean {
  const may = useCan("oversell");
  const isShort = isRefused(refusal) && refusal.code === "insufficient-stock";
  const { data: settings } = useQuery({ ...settingsQuery(), enabled: isShort });
  return may && isShort && settings?.business.oversell_policy === "warn";
}
