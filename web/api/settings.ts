import { useQuery, queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Settings } from "#kernel/contract/api/settings.ts";
import { session, type Session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

const Answer = success(Settings);

export const settingsQuery = () =>
  queryOptions({
    queryKey: keys.settings.all,
    queryFn: async ({ signal }): Promise<Settings> => {
      const { data } = await request("/api/v1/settings", Answer, { signal });
      keepShown(data);
      return data;
    },
  });

/** What a cashier sees is the same at the next start, so that the menu does not change under a finger. */
const shownKey = (of: Session | undefined): string => `takings:${of?.tenant.id}`;

function keepShown({ business }: Settings): void {
  try {
    localStorage.setItem(shownKey(session.get()), String(business.cashiers_see_takings));
  } catch {
    // Storage is full: the next start waits for the settings.
  }
}

/**
 * Whether this person may see what the whole shop took and what its stock is worth. A cashier only if
 * the owner says so; undefined until that is known. `asks`: false to go by what is known already.
 */
export function useSeesTakings(asks = true): boolean | undefined {
  const own = useSession();
  const isCashier = own?.user.role === "cashier";
  const { data, isError } = useQuery({ ...settingsQuery(), enabled: asks && isCashier });
  if (!isCashier) return true;
  const kept = localStorage.getItem(shownKey(own));
  const known = kept === null && !isError ? undefined : kept === "true";
  return data?.business.cashiers_see_takings ?? known;
}
