import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { keys } from "#web/api/keys.ts";
import { refetchStale } from "#web/api/use-command.ts";
import { useStore } from "#web/state/store.ts";

import { saleOutbox, type NewSale, type OutboxState, type SaleOutcome } from "./sale-outbox.ts";

/** A sale changes stock, totals and the customer's history. */
export const saleMakesStale = [
  keys.sales.all,
  keys.products.all,
  keys.dashboard.all,
  keys.customers.all,
];

const readAgain = (queryClient: QueryClient): Promise<void> =>
  refetchStale(queryClient, saleMakesStale);

/** Sales without a response. */
export const useUnsentSales = (): OutboxState => useStore(saleOutbox);

/** Runs in the app's frame: sends sales left over by an earlier page or a lost network. */
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
  /** Called when the sale is stored on the device, so that other copies of it can be dropped. */
  onStored?: () => void;
  /** Called when the sale was refused or could not be stored: it is not recorded. */
  onRefused?: () => void;
  /** Refetches after the sale. The outcome is reported when its promise resolves. */
  afterwards?: (queryClient: QueryClient) => Promise<void> | void;
};

/**
 * Records a sale. While one is being sent a second call does nothing: taps on a frozen page can
 * arrive all at once.
 */
export function useRecordSale({ onStored, onRefused, afterwards = readAgain }: RecordOptions = {}) {
  const queryClient = useQueryClient();
  const underWay = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    // Inside the mutation, so that it runs even after the screen is unmounted.
    mutationFn: async (sale: NewSale) => {
      try {
        return await saleOutbox.record(sale, { onStored });
      } catch (refusal) {
        onRefused?.();
        throw refusal;
      }
    },
    onSettled: () => afterwards(queryClient),
  });
  const record = (sale: NewSale, onDone: (outcome: SaleOutcome) => void) => {
    if (underWay.current) return;
    underWay.current = true;
    const onSettled = () => {
      underWay.current = false;
    };
    mutate(sale, { onSuccess: onDone, onSettled });
  };
  // Resetting a running mutation would lose its outcome, and one without an error would draw the screen again.
  const forgetError = () => {
    if (!underWay.current && error !== null) reset();
  };
  return { record, sending: isPending, error, forgetError };
}
