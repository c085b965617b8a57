import { useOwnReceiptLink } from "#web/parts/receipt-link.ts";
import { receiptSaleOf } from "#web/parts/receipt-of-entry.ts";
import { receiptOf } from "#web/parts/receipt-of-sale.ts";
import { PrintedReceipt } from "#web/parts/receipt-print.tsx";
import { type Receiver, ReceiptWays } from "#web/parts/receipt-ways.tsx";
import { Receipt } from "#web/parts/receipt.tsx";
import { useCopies } from "#web/parts/use-copies.ts";
import { useReceiver } from "#web/parts/use-receiver.ts";
import type { Session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";
import type { OwnSale, TillData } from "#web/till/till.ts";

import * as styles from "./sync.css.ts";
import { useOwnTill } from "./use-own-till.ts";

/** `copy`: it was handed out before. */
export type OwnReceiptProps = { sale: OwnSale; copy: boolean };

/** The receipt of a sale of this till, made from the sale itself, and its printing. */
export function OwnReceipt({ sale, copy }: OwnReceiptProps) {
  const session = useSession();
  const { data } = useOwnTill();
  const receiver = useReceiverOf(sale, data);
  const link = useOwnReceiptLink(sale.token);
  const place = { id: sale.entry.id, onServer: sale.state === "sent" };
  const copies = useCopies({ ...place, isCopy: copy });
  if (session === undefined) return undefined;
  const shown = receiptSaleOf(sale, sellerOf(sale, session, data));
  const receipt = { ...receiptOf(shown, session.tenant, shopOf(data)), copy };
  return (
    <>
      <ReceiptWays sale={place} receipt={receipt} receiver={receiver} link={link} copies={copies} />
      <div className={styles.receipt}>
        <Receipt {...receipt} />
      </div>
      <PrintedReceipt
        receipt={{ ...receipt, ...copies.mark, qr: link?.qr }}
        onPrint={() => copies.handedOut("print")}
      />
    </>
  );
}

function sellerOf({ entry }: OwnSale, { user }: Session, data: TillData | undefined) {
  const known = data?.people.find(({ id }) => id === entry.person);
  if (known !== undefined) return known.name;
  return user.id === entry.person ? `${user.first_name} ${user.last_name}`.trim() : null;
}

/** A customer who was added a moment ago is not on this till yet, so the server is asked. */
function useReceiverOf({ entry }: OwnSale, data: TillData | undefined): Receiver | undefined {
  const { customer } = entry.body;
  const known = data?.customers.find(({ id }) => id === customer?.id);
  const asked = useReceiver(known === undefined ? customer?.id : undefined);
  return known === undefined ? asked : { id: known.id, phone: known.phone };
}

function shopOf(data: TillData | undefined) {
  if (data === undefined) return undefined;
  const { businessName, address, phone, tin = null, receiptFooter } = data.settings;
  return { business_name: businessName, address, phone, tin, receipt_footer: receiptFooter };
}
