import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { success, WriteResult } from "#kernel/contract/api/envelope.ts";
import { Issues, ISSUES_PATH, type ResolveIssueRequest } from "#kernel/contract/issues.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useFirstScreen } from "#web/state/first-screen.ts";
import { useCan } from "#web/state/use-session.ts";

const Answer = success(Issues);

export const issuesQuery = () =>
  queryOptions({
    queryKey: keys.issues.all,
    queryFn: async ({ signal }): Promise<Issues> =>
      (await request(ISSUES_PATH, Answer, { signal })).data,
  });

/** A till may deliver much at once, so it is read once for all changes until then. */
const READ_AGAIN_AFTER_MS = 5_000;

/** The count of the menu entry: 0 for people who cannot resolve issues, and until it is known. */
export function useIssueCount(): number {
  const mayResolve = useCan("resolve-issues");
  const isShown = useFirstScreen();
  const { data, isStale, refetch } = useQuery({
    ...issuesQuery(),
    enabled: mayResolve && isShown,
  });
  const isOutdated = data !== undefined && isStale;
  useEffect(() => {
    if (!isOutdated) return undefined;
    const timer = setTimeout(() => void refetch(), READ_AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOutdated, refetch]);
  return data?.count ?? 0;
}

type Resolution = Omit<ResolveIssueRequest, "note"> & Readonly<{ id: string }>;

/** A recorded entry changes sales and sums, a booked one the stock. */
const STALE = [keys.issues.all, keys.products.all, keys.sales.all, keys.dashboard.all];

export const useResolveIssue = () =>
  useCommand(({ id, ...json }: Resolution, commandKey) => {
    const path = `${ISSUES_PATH}/${encodeURIComponent(id)}`;
    return request(path, WriteResult, { method: "POST", json, commandKey });
  }, STALE);
