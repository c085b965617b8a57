import { useQuery } from "@tanstack/react-query";

import type { OversellPolicy } from "#kernel/contract/choices.ts";
import { settingsQuery } from "#web/api/settings.ts";

import { dataOf, useOwnTill } from "./use-own-till.ts";

/** The rule for sales above the stock. Undefined until it is known. */
export function useOversellPolicy(): OversellPolicy | undefined {
  const now = useOwnTill();
  const own = dataOf(now)?.settings.oversellPolicy;
  const enabled = now.isReady && own === undefined;
  const { data: settings } = useQuery({ ...settingsQuery(), enabled });
  return own ?? settings?.business.oversell_policy;
}
