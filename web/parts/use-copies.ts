import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { success, WriteResult } from "#kernel/contract/api/envelope.ts";
import {
  type HandedOutBy,
  ORIGINAL,
  ReceiptCopiesAnswer,
} from "#kernel/contract/api/till/receipt-copies.ts";
import { SaleId, UserId } from "#kernel/contract/ids.ts";
import { request } from "#web/api/http-client.ts";
import { session, tokenNow } from "#web/state/session.ts";
import { useCan } from "#web/state/use-session.ts";
import { keepCopy, lastCopyHere } from "#web/till/copies.ts";
import { till } from "#web/till/till.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

const NOT_COUNTED = "This copy was not counted: we couldn't reach the server.";
/** A customer waits for the receipt: after so long the till goes by its own number. */
const ANSWER_WITHIN_MS = 2_000;
const TRIES_AFTER_MS = [0, 1_000, 4_000];

const Answer = success(ReceiptCopiesAnswer);
const pathOf = (saleId: string): string =>
  `/api/v1/sales/${encodeURIComponent(saleId)}/receipt-copies`;

export type CopiedSale = Readonly<{
  id: string;
  /** A till may have sales that the server does not have yet. */
  onServer: boolean;
  /** The receipt was handed out before this page showed it. */
  isCopy: boolean;
}>;

export type Copies = Readonly<{
  /** How the receipt is marked when it is handed out next. */
  mark: Readonly<{ copy: boolean; copyNumber?: number | undefined }>;
  /** How often it was handed out, with the original. Undefined: not known, or once. */
  times: number | undefined;
  handedOut: (by: HandedOutBy) => void;
}>;

/**
 * Counts how often the receipt of a sale is handed out. On a till it is counted without a network,
 * too. An auditor and Tillbook's support write nothing, so what they print has no number.
 */
export function useCopies({ id, onServer, isCopy }: CopiedSale): Copies {
  const counts = useCan("copy-receipts");
  const queryClient = useQueryClient();
  const queryKey = ["receipt-copies", id] as const;
  const knownHere = (): number | undefined => queryClient.getQueryData<number>(queryKey);
  const [givenId, setGivenId] = useState(() => (knownHere() === undefined ? undefined : id));
  const copy = isCopy || givenId === id;
  const { data: last } = useQuery({
    queryKey,
    // The server may not have counted the last one yet.
    queryFn: async ({ signal }) =>
      Math.max(await lastNumber({ id, onServer }, signal), knownHere() ?? ORIGINAL),
    enabled: copy,
    retry: false,
    refetchOnMount: "always",
  });
  const next = (last ?? ORIGINAL) + 1;
  const handedOut = (by: HandedOutBy): void => {
    if (!counts) return;
    setGivenId(id);
    queryClient.setQueryData(queryKey, copy ? next : ORIGINAL);
    if (!copy) return;
    // The server counts an email when it is asked for it.
    if (by !== "email") count(id, next, by).catch(() => toasts.show("error", NOT_COUNTED));
  };
  return {
    mark: { copy, copyNumber: copy && counts ? next : undefined },
    times: copy && last !== undefined && last > ORIGINAL ? last : undefined,
    handedOut,
  };
}

/** That of the receipt that was handed out last, as far as this device can know. */
async function lastNumber(
  { id, onServer }: Pick<CopiedSale, "id" | "onServer">,
  signal: AbortSignal,
): Promise<number> {
  const [here, counted] = await Promise.all([
    lastCopyHere({ parts: till.meta }, id).catch(() => ORIGINAL),
    // A till that is locked has a session without a token.
    onServer && tokenNow() !== undefined ? countedCopies(id, signal).catch(() => 0) : 0,
  ]);
  return Math.max(here, ORIGINAL + counted);
}

async function countedCopies(id: string, signal: AbortSignal): Promise<number> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  return (await request(pathOf(id), Answer, { signal: within })).data.copies;
}

/** A till keeps the copy and signs it; any other device sends it at once. */
async function count(id: string, copy: number, by: HandedOutBy): Promise<void> {
  const { phase, clockOffMs = 0 } = till.get();
  const { tenant, user } = session.get() ?? {};
  if (tenant === undefined || user === undefined) return;
  if (phase !== "active" && phase !== "expired") return send(id, { copy, by });
  await keepCopy(
    { shop: tenant.id, parts: till.meta },
    {
      id: crypto.randomUUID(),
      sale: SaleId.parse(id),
      copy,
      by,
      person: UserId.parse(user.id),
      at: Date.now() - clockOffMs,
    },
  );
  till.sync();
}

async function send(id: string, json: Readonly<{ copy: number; by: HandedOutBy }>): Promise<void> {
  const commandKey = crypto.randomUUID();
  let failed: unknown;
  for (const delayMs of TRIES_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      await request(pathOf(id), WriteResult, { method: "POST", json, commandKey });
      return;
    } catch (error) {
      failed = error;
    }
  }
  throw failed;
}
