import { useState } from "react";

import { whyText } from "#web/api/use-screen-query.ts";
import { past } from "#web/state/past.ts";

import { findMoment } from "./find-moment.ts";

type Search = Readonly<{ busy: boolean; problem?: string }>;

/** Shows a moment on every screen once the server knows it. Resolves with whether it does. */
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
