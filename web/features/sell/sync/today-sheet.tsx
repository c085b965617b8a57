import * as sheetStyles from "#web/features/sell/till/sheets.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { today } from "#web/format/days.ts";
import { useNow } from "#web/state/past.ts";
import { useCurrency, useTimeZone } from "#web/state/use-session.ts";
import { Money, Sum } from "#web/ui/chart/money.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

import { OwnReceiptPart } from "./own-receipt-part.tsx";
import { OwnSaleRows } from "./own-sale-rows.tsx";
import { stateText } from "./state-text.ts";
import { useOwnTill } from "./use-own-till.ts";

/** What this till sold today, newest first. */
export function TodaySheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  const { sales } = useOwnTill();
  const currency = useCurrency();
  const day = today(useTimeZone(), useNow());
  const ofToday = sales.filter(({ entry }) => entry.body.businessDate === day);
  const totalMinor = ofToday.reduce((sum, { entry }) => sum + entry.body.totalMinor, 0);
  return (
    <Dialog still open={open} title="Today's sales" onClose={sheets.close}>
      <DialogBody>
        {ofToday.length === 0 ? (
          <p className={sheetStyles.none}>No sales on this till today.</p>
        ) : (
          <>
            <OwnSaleRows sales={ofToday} />
            <Sum
              scale="total"
              rows={[]}
              total={{ name: "Total", value: <Money minor={totalMinor} currency={currency} /> }}
            />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}

/** A sale of this till, to print again. */
export function ReceiptSheet({ id }: { id: string | undefined }) {
  const { sheets } = useSell();
  const sale = useOwnTill().sales.find(({ entry }) => entry.id === id);
  return (
    <Dialog
      still
      open={sale !== undefined}
      title={sale === undefined ? "" : `Sale ${sale.receipt}`}
      onClose={sheets.close}
    >
      <DialogBody>
        {sale !== undefined && (
          <>
            <p>{stateText(sale)}</p>
            <OwnReceiptPart sale={sale} copy />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
