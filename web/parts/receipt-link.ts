import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { newToken, sha256Hex } from "#web/format/bytes.ts";
import type { Qr } from "#web/format/qr.ts";
import { isOnlySell } from "#web/state/session.ts";
import { useCan, useSession } from "#web/state/use-session.ts";
import { receiptAddress } from "#web/till/receipt-token.ts";

/** The address where the customer finds the receipt. */
export type ReceiptLink = Readonly<{
  address: string;
  /** Once it works. Drawn on paper. */
  qr: Qr | undefined;
  /** Makes it work, before or while it is sent. Rejects if the server was not reached. */
  make: () => Promise<void>;
}>;

/** Pages that are not loaded over https have none. */
const hasCrypto = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Drawn once for each sale that this page shows, so that sharing it twice shares one link. */
const drawn = new Map<string, string>();

function tokenOf(saleId: string): string {
  const known = drawn.get(saleId);
  if (known !== undefined) return known;
  const token = newToken();
  drawn.set(saleId, token);
  return token;
}

/**
 * The link of a sale that the server has. Undefined for those who may not share it, where the shop
 * has turned it off, and in a browser without a secure connection.
 */
export function useReceiptLink(saleId: string): ReceiptLink | undefined {
  const seesContacts = useCan("see-contacts");
  const session = useSession();
  // A session that a PIN began reaches only what a till needs.
  const may = seesContacts && !isOnlySell(session);
  const { data: settings } = useQuery({ ...settingsQuery(), enabled: may });
  const [qr, setQr] = useState<Qr>();
  if (!may || settings?.business.receipt_links !== true || !hasCrypto()) return undefined;
  const token = tokenOf(saleId);
  const address = receiptAddress(token);
  const make = async (): Promise<void> => {
    if (qr !== undefined) return;
    const json = { token_sha256: await sha256Hex(token) };
    const [{ qrOf }] = await Promise.all([
      import("#web/format/qr.ts"),
      request(`/api/v1/sales/${saleId}/receipt-link`, WriteResult, { method: "POST", json }),
    ]);
    setQr(qrOf(address));
  };
  return { address, qr, make };
}

/** The link of a sale of this till, which works as soon as the sale has arrived. */
export function useOwnReceiptLink(token: string | undefined): ReceiptLink | undefined {
  const [qr, setQr] = useState<Qr>();
  if (token === undefined) return undefined;
  const address = receiptAddress(token);
  const make = async (): Promise<void> => {
    const { qrOf } = await import("#web/format/qr.ts");
    setQr(qrOf(address));
  };
  return { address, qr, make };
}
