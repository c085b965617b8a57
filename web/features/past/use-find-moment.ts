import { useState } from "react";
import * as z from "zod/mini";

import { exchange } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { whyText } from "#web/api/use-screen-query.ts";
import { past, type Past } from "#web/state/past.ts";

type Search = Readonly<{ busy: boolean; problem?: string }>;

/**
 * Switches all screens to a past moment once the server has resolved it. Resolves to false if it
 * refused.
 */
export function useFindMoment() {
  const [search, setSearch] = useState<Search>({ busy: false });
  const find = async (asOf: string): Promise<boolean> => {
    setSearch({ busy: true });
    try {
      past.show(await findMoment(asOf));
      return true;
    } catch (error) {
      setSearch({ busy: false, problem: whyText(error instanceof Error ? error : null) });
      return false;
    }
  };
  return { ...search, find };
}

/** Holds a moment at which the shop had recorded nothing yet; kept per tab, like the moment itself. */
const BEFORE_ALL = "past-before-all";

export const isBeforeAll = (asOf: string): boolean => sessionStorage.getItem(BEFORE_ALL) === asOf;

/** Resolves a moment (a time or an event number) to its time. The server refuses future ones. */
async function findMoment(asOf: string): Promise<Past> {
  const params = new URLSearchParams({ limit: "1", as_of: asOf });
  const { headers } = await exchange(`/api/products.php?${params}`, z.unknown());
  const atMs = Date.parse(headers.get("x-as-of-at") ?? "");
  if (Number.isNaN(atMs)) {
    throw new RequestError("fault", "The server did not return a time for this moment");
  }
  if (headers.get("x-as-of") === "0") sessionStorage.setItem(BEFORE_ALL, asOf);
  return { asOf, atMs };
}
