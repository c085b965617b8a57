import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";

import { keys } from "./keys.ts";
import { readAnew } from "./read-anew.ts";
import { saleOutbox } from "./sale-outbox.ts";
import type { NewSale, OutboxState } from "./sale-outbox.ts";

/** A sale moves stock, totals and the customer's history. */
export const saleMakesStale = [
  keys.sales.all,
  keys.products.all,
  keys.dashboard.all,
  keys.customers.all,
];

const readAgain = (queryClient: QueryClient): Promise<void> =>
  readAnew(queryClient, saleMakesStale);

/** The sales without an answer, for every screen that speaks of them. */
export const useUnsentSales = (): OutboxState =>
  useSyncExternalStore(saleOutbox.subscribe, saleOutbox.snapshot);

/** In the frame of the screens: sends what an earlier page, or a lost network, has left. */
export function useSaleOutbox(): OutboxState {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = saleOutbox.onArrival(() => void readAgain(queryClient));
    void saleOutbox.flush();
    return stop;
  }, [queryClient]);
  return useUnsentSales();
}

type RecordOptions = {
  /** It is on its way and safe on the device: what was kept of it elsewhere may go. */
  onSent?: () => void;
  /** It was never recorded. */
  onRefused?: () => void;
  /** What is read again then; what it waits for is there when the outcome is told. */
  afterwards?: (queryClient: QueryClient) => Promise<void> | void;
};

/** Records a sale, once: its answer may be that it is kept and goes on being sent. */
export function useRecordSale({ onSent, onRefused, afterwards = readAgain }: RecordOptions = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    // In here, so that it happens though the screen may be gone by the time of the answer.
    mutationFn: async (sale: NewSale) => {
      const outcome = saleOutbox.record(sale);
      onSent?.();
      try {
        return await outcome;
      } catch (error) {
        onRefused?.();
        throw error;
      }
    },
    onSettled: () => afterwards(queryClient),
  });
}
