import { createContext, useContext } from "react";

import type { Selling } from "./use-selling.ts";

type Sell = Selling & { waitingScans: number };

const SellContext = createContext<Sell | undefined>(undefined);

export const SellProvider = SellContext.Provider;

export function useSell(): Sell {
  const selling = useContext(SellContext);
  if (selling === undefined) throw new Error("a part of the till outside of it");
  return selling;
}
