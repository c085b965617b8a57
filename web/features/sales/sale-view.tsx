import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import type { SaleDetail } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { links } from "#web/links.ts";
import { useReceiptLink } from "#web/parts/receipt-link.ts";
import { saleQuery, receiptOf } from "#web/parts/receipt-of-sale.ts";
import { PrintedReceipt } from "#web/parts/receipt-print.tsx";
import { ReceiptWays } from "#web/parts/receipt-ways.tsx";
import { Receipt } from "#web/parts/receipt.tsx";
import { useCopies } from "#web/parts/use-copies.ts";
import { useReceiver } from "#web/parts/use-receiver.ts";
import type { Session } from "#web/state/session.ts";
import { useCan, useSession } from "#web/state/use-session.ts";
import { useTrace } from "#web/state/use-trace.ts";
import { Button, TextLink } from "#web/ui/button/button.tsx";
import { ErrorState, InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";

import { useVoidSale, VoidSale } from "./void-sale.tsx";

const words = { failed: texts.sales.failedOne, error: texts.sales.errorOne };

type SaleViewProps = { id: string; onOpen: (id: string) => void; waiting: ReactNode };

export function SaleView({ id, onOpen, waiting }: SaleViewProps) {
  const session = useSession();
  const sale = useScreenQuery({ ...saleQuery(id), refetchOnMount: "always" }, words);
  if (session === undefined || sale.status === "loading") return waiting;
  if (sale.status === "error") {
    return (
      <DialogBody>
        <ErrorState problem={sale} action={texts.tryAgain} />
      </DialogBody>
    );
  }
  return <Loaded sale={sale.data} tenant={session.tenant} onOpen={onOpen} />;
}

type LoadedProps = {
  sale: SaleDetail;
  tenant: Session["tenant"];
  onOpen: (id: string) => void;
};

function Loaded({ sale, tenant, onOpen }: LoadedProps) {
  const mayVoid = useCan("void-sale") && !sale.voided;
  const [voiding, setVoiding] = useState(false);
  const receiver = useReceiver(sale.customer_id);
  const link = useReceiptLink(sale.id);
  const copies = useCopies({ id: sale.id, onServer: true, isCopy: true });
  const events = useTrace()("Total of the sale", { figure: "sale.total", about: sale.id });
  // The receipt works without the shop's address: support may not see the settings.
  const maySeeSettings = useCan("see-settings");
  const { data: settings } = useQuery({ ...settingsQuery(), enabled: maySeeSettings });
  const receipt = { ...receiptOf(sale, tenant, settings?.business), copy: true };
  return (
    <>
      <DialogBody>
        {sale.possible_duplicate_of !== null && !sale.voided && (
          <PossibleDuplicate
            id={sale.id}
            of={sale.possible_duplicate_of}
            mayVoid={mayVoid}
            onOpen={onOpen}
          />
        )}
        <Receipt {...receipt} />
        <ReceiptWays
          key={sale.id}
          sale={{ id: sale.id, onServer: true }}
          receipt={receipt}
          receiver={receiver}
          link={link}
          copies={copies}
        />
        {copies.times !== undefined && events && (
          <TextLink href={historyOf(sale.id)}>Who and when</TextLink>
        )}
        {events && <Button onClick={events.onPress}>History</Button>}
      </DialogBody>
      {mayVoid && (
        <DialogFoot>
          <Button icon="delete" onClick={() => setVoiding(true)}>
            Void sale
          </Button>
        </DialogFoot>
      )}
      <PrintedReceipt
        receipt={{ ...receipt, ...copies.mark, qr: link?.qr }}
        onPrint={() => copies.handedOut("print")}
      />
      <VoidSale sale={voiding ? sale : undefined} onClose={() => setVoiding(false)} />
    </>
  );
}

const historyOf = (saleId: string): string =>
  `${links.audit()}?${new URLSearchParams({ story: `sale:${saleId}` })}`;

/** The reason that the log keeps for a sale that was recorded twice. */
const DUPLICATE = "duplicate";

type PossibleDuplicateProps = {
  id: string;
  of: string;
  mayVoid: boolean;
  onOpen: (id: string) => void;
};

/** One press voids it: it is the same sale, recorded again within seconds. */
function PossibleDuplicate({ id, of, mayVoid, onOpen }: PossibleDuplicateProps) {
  const { removal, voidSale } = useVoidSale();
  return (
    <>
      <InlineNote icon="info">
        Possible duplicate: an identical sale was recorded less than 5 seconds earlier.
      </InlineNote>
      {removal.error !== null && <InlineAlert>{notSavedText(removal.error)}</InlineAlert>}
      <Button onClick={() => onOpen(of)}>Open sale {shortId(of)}</Button>
      {mayVoid && (
        <Button busy={removal.isPending} onClick={() => voidSale(id, DUPLICATE)}>
          Void as a duplicate
        </Button>
      )}
    </>
  );
}
