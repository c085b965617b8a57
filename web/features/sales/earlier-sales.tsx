import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { SaleItem } from "#kernel/contract/api/sale.ts";

import { type SalesFilter, salesQuery } from "./sales-query.ts";

type EarlierSalesProps = {
  filter: SalesFilter;
  /** How many pages, from the first. */
  pages: number;
  children: (sales: readonly SaleItem[]) => ReactNode;
};

/** The pages before the last one that a phone has appended. They are loaded already. */
export function EarlierSales({ pages, ...more }: EarlierSalesProps) {
  return Array.from({ length: pages }, (_, page) => <OnePage key={page} page={page} {...more} />);
}

type OnePageProps = Omit<EarlierSalesProps, "pages"> & { page: number };

function OnePage({ filter, page, children }: OnePageProps) {
  const { data } = useQuery(salesQuery(filter, page));
  return data && children(data.sales);
}
