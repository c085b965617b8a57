import { useQuery } from "@tanstack/react-query";

import { isRefused } from "#web/api/request-error.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { useCan } from "#web/state/use-session.ts";

/** A sale was refused for want of stock, the shop asks before it sells what is not there, and this person may say yes (R24). */
export function useMayOversell(refusal: Error | null): boolean {
  const may = useCan("oversell");
  const { data: settings } = useQuery(settingsQuery());
  return (
    may &&
    settings?.business.oversell_policy === "warn" &&
    isRefused(refusal) &&
    refusal.code === "insufficient-stock"
  );
}
