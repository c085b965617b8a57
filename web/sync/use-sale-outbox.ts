import { useMutation, useQueryClient, type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { keys } from "#web/api/keys.ts";
import { isRefused } from "#web/api/request-error.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { refetchStale } from "#web/api/use-command.ts";
import { useStore } from "#web/state/store.ts";
import { useCan } from "#web/state/use-session.ts";

import { saleOutbox, type NewSale, type OutboxState, type SaleOutcome } from "./sale-outbox.ts";

/** A sale moves stock, totals and the customer's history. */
export const saleMakesStale = [
  keys.sales.all,
  keys.products.all,
  keys.dashboard.all,
  keys.customers.all,
];

const readAgain = (queryClient: QueryClient): Promise<void> =>
  refetchStale(queryClient, saleMakesStale);

/** The sales without an answer, for every screen that speaks of them. */
export const useUnsentSales = (): OutboxState => useStore(saleOutbox);

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

/**
 * Records a sale, once: its answer may be that it is kept and goes on being sent. While one is under way there is
 * no second one, however late the page draws that it is: presses that waited for a frozen page come all at once.
 */
export function useRecordSale({ onSent, onRefused, afterwards = readAgain }: RecordOptions = {}) {
  const queryClient = useQueryClient();
  const underWay = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    // In here, so that it happens though the screen may be gone by the time of the answer.
    mutationFn: async (sale: NewSale) => {
      const outcome = saleOutbox.record(sale);
      onSent?.();
      try {
        return await outcome;
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
  // Forgotten in its course, its outcome would be told to nobody.
  const forgetError = () => {
    if (!underWay.current) reset();
  };
  return { record, sending: isPending, error, forgetError };
}

/** A sale was refused for want of stock, the shop asks before it sells what is not there, and this person may say yes (R24). */
export function useMayOversell(refusal: Error | null): boolean {
  const may = useCan("oversell");
  const { data: settings } = useQuery(settingsQuery());
  return (
    may &&
    settings?.business.oversell_policy === "warn" &&
    isRefused(refusal) &&
    refusal.code === "insufficient-stock"
  );
}
