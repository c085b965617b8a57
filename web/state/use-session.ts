import type { Right } from "#kernel/contract/rights.ts";
import { currencyOf } from "#web/format/money.ts";

import { may } from "./past.ts";
import { session } from "./session.ts";
import type { Session } from "./session.ts";
import { useStore } from "./store.ts";

export const useSession = (): Session | undefined => useStore(session);

export function useCan(right: Right): boolean {
  const role = useSession()?.user.role;
  return role !== undefined && may(role, right);
}

export const useCurrency = () => currencyOf(useSession()?.tenant.currency);

export const useTimeZone = (): string | undefined => useSession()?.tenant.timezone;
