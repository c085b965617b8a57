import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { success } from "#kernel/contract/api/envelope.ts";
import { FIRST_STEPS_PATH, FirstSteps } from "#kernel/contract/api/reports/first-steps.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCan, useSession } from "#web/state/use-session.ts";

const Answer = success(FirstSteps);

/** Stale with the dashboard. */
const FIRST_STEPS_KEY = [...keys.dashboard.all, "first-steps"];

/**
 * The first steps of the person's shop, undefined until they are known. The device remembers them, so
 * that the page need not wait. They are over for a person who may not take them, too, and if they
 * cannot be loaded.
 */
export function useFirstSteps(): FirstSteps | "over" | undefined {
  const mayTake = useCan("change-business-settings");
  const storedAs = `first-steps:${useSession()?.tenant.id ?? ""}`;
  const [remembered] = useState(() => recall(storedAs));
  const isAsked = mayTake && !areOver(remembered);
  const { data, isError } = useQuery({
    queryKey: FIRST_STEPS_KEY,
    queryFn: async ({ signal }): Promise<FirstSteps> =>
      (await request(FIRST_STEPS_PATH, Answer, { signal })).data,
    enabled: isAsked,
    placeholderData: () => remembered,
    // Other pages take the steps.
    staleTime: 0,
    retry: false,
  });
  useEffect(() => {
    try {
      if (data) localStorage.setItem(storedAs, JSON.stringify(data));
    } catch {
      // Storage is full or blocked: the next opening asks again.
    }
  }, [data, storedAs]);
  return !isAsked || (isError && !data) || areOver(data) ? "over" : data;
}

const areOver = (steps: FirstSteps | undefined): boolean =>
  steps !== undefined && (steps.hidden || Object.values({ ...steps, hidden: true }).every(Boolean));

function recall(storedAs: string): FirstSteps | undefined {
  try {
    return FirstSteps.safeParse(JSON.parse(localStorage.getItem(storedAs) ?? "")).data;
  } catch {
    return undefined;
  }
}
