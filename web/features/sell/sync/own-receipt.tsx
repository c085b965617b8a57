import { receiptSaleOf } from "#web/parts/receipt-of-entry.ts";
import { receiptOf } from "#web/parts/receipt-of-sale.ts";
import { PaperSelect, PrintedReceipt, usePaper } from "#web/parts/receipt-print.tsx";
import { Receipt } from "#web/parts/receipt.tsx";
import type { Session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";
import type { OwnSale, TillData } from "#web/till/till.ts";
import { Button } from "#web/ui/button/button.tsx";

import * as styles from "./sync.css.ts";
import { useOwnTill } from "./use-own-till.ts";

/** `copy`: it was handed out before. */
export type OwnReceiptProps = { sale: OwnSale; copy: boolean };

/** The receipt of a sale of this till, made from the sale itself, and its printing. */
export function OwnReceipt({ sale, copy }: OwnReceiptProps) {
  const session = useSession();
  const { data } = useOwnTill();
  const { paper, choose } = usePaper();
  if (session === undefined) return undefined;
  const shown = receiptSaleOf(sale, sellerOf(sale, session, data));
  const receipt = { ...receiptOf(shown, session.tenant, shopOf(data)), copy };
  return (
    <>
      <div className={styles.printing}>
        <PaperSelect paper={paper} onChange={choose} />
        <Button icon="print" scale="form" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className={styles.receipt}>
        <Receipt {...receipt} />
      </div>
      <PrintedReceipt paper={paper} receipt={receipt} />
    </>
  );
}

function sellerOf({ entry }: OwnSale, { user }: Session, data: TillData | undefined) {
  const known = data?.people.find(({ id }) => id === entry.person);
  if (known !== undefined) return known.name;
  return user.id === entry.person ? `${user.first_name} ${user.last_name}`.trim() : null;
}

function shopOf(data: TillData | undefined) {
  if (data === undefined) return undefined;
  const { businessName, address, phone, receiptFooter } = data.settings;
  return { business_name: businessName, address, phone, receipt_footer: receiptFooter };
}
