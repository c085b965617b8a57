import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";

import { success } from "#kernel/contract/api/envelope.ts";
import { FIRST_STEPS_PATH, FirstSteps } from "#kernel/contract/api/reports/first-steps.ts";
import { request } from "#web/api/http-client.ts";

import { FIRST_STEPS_KEY, FirstStepsCard } from "./first-steps.tsx";

const Answer = success(FirstSteps);

type NewShopProps = {
  /** Where the device remembers the steps. */
  storedAs: string;
  /** Shown until the steps are known. */
  waiting: ReactNode;
  /** The figures. */
  children: ReactNode;
};

/**
 * The first steps instead of figures until the first sale, and above them until all are done. The
 * device remembers them, so that the page need not wait. If they cannot be loaded, the page goes on
 * without them.
 */
export function NewShop({ storedAs, waiting, children }: NewShopProps) {
  const [remembered] = useState(() => recall(storedAs));
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: FIRST_STEPS_KEY,
    queryFn: async ({ signal }): Promise<FirstSteps> =>
      (await request(FIRST_STEPS_PATH, Answer, { signal })).data,
    ...(remembered && { placeholderData: remembered }),
    // Other pages take the steps.
    staleTime: 0,
    retry: false,
  });
  const answered = isPlaceholderData ? undefined : data;
  useEffect(() => {
    if (answered) remember(storedAs, answered);
  }, [answered, storedAs]);
  if (data === undefined) return isError ? children : waiting;
  if (areOver(data)) return children;
  return (
    <>
      <FirstStepsCard steps={data} />
      {data.sale && children}
    </>
  );
}

const areOver = ({ hidden, ...steps }: FirstSteps): boolean =>
  hidden || Object.values(steps).every(Boolean);

function recall(storedAs: string): FirstSteps | undefined {
  try {
    return FirstSteps.safeParse(JSON.parse(localStorage.getItem(storedAs) ?? "")).data;
  } catch {
    return undefined;
  }
}

/** The dashboard compares the text "over". */
function remember(storedAs: string, steps: FirstSteps): void {
  try {
    localStorage.setItem(storedAs, areOver(steps) ? "over" : JSON.stringify(steps));
  } catch {
    // Storage is full or blocked: the next opening asks again.
  }
}
