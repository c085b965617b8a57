import { useSyncExternalStore } from "react";

import { can } from "#kernel/contract/rights.ts";
import type { Right } from "#kernel/contract/rights.ts";

import { currencyOf, session } from "./session.ts";
import type { Session } from "./session.ts";

export const useSession = (): Session | undefined =>
  useSyncExternalStore(session.subscribe, session.get);

export function useCan(right: Right): boolean {
  const role = useSession()?.user.role;
  return role !== undefined && can(role, right);
}

export const useCurrency = () => currencyOf(useSession()?.tenant.currency);

export const useTimeZone = (): string | undefined => useSession()?.tenant.timezone;
