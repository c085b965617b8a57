import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { DEFAULT_PLATFORM } from "#kernel/contract/default-settings.ts";
import type { Prices } from "#web/api/prices.ts";

const USUAL: Prices = {
  basicMinor: DEFAULT_PLATFORM.premiumPriceMinor,
  proMinor: DEFAULT_PLATFORM.enterprisePriceMinor,
};

/** Until the present prices are known, and where they cannot be, the usual ones. */
export function usePrices(): Prices {
  const queryClient = useQueryClient();
  const [prices, setPrices] = useState(USUAL);
  useEffect(() => {
    // Loaded apart: the page stands without it.
    import("#web/api/prices.ts")
      .then(({ pricesQuery }) => queryClient.fetchQuery(pricesQuery()))
      .then(setPrices, () => undefined);
  }, [queryClient]);
  return prices;
}
