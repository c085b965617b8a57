import { useState } from "react";

import type { SaleDetail, SaleItem } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { ConfirmDeletion, useDeletion } from "#web/parts/confirm-deletion.tsx";
import { saleMakesStale } from "#web/sync/use-sale-outbox.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

/** A voided sale leaves the lists and its stock is added back; the log keeps it. */
const useVoidSale = () => useDeletion("/api/sales.php", saleMakesStale);

const RECORDED_TWICE = "Recorded twice";
const MAX_REASON_LENGTH = 500;

type VoidSaleProps = { sale: SaleDetail | undefined; onClose: () => void };

/** Voiding from the sale's own page asks for a reason, which is kept in the log. */
export function VoidSale({ sale, onClose }: VoidSaleProps) {
  const removal = useVoidSale();
  const shown = useLasting(sale);
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const suggested = (shown?.possible_duplicate_of ?? null) === null ? "" : RECORDED_TWICE;
  const reason = typed ?? suggested;
  const close = () => {
    removal.reset();
    setTyped(undefined);
    setTried(false);
    onClose();
  };
  const confirm = () => {
    setTried(true);
    if (sale === undefined || reason.trim() === "") return;
    removal.mutate(
      { id: sale.id, reason: reason.trim() },
      {
        onSuccess: () => {
          toasts.show("success", "Sale voided, stock added back");
          close();
        },
      },
    );
  };
  return (
    <Confirm
      open={sale !== undefined}
      title={shown === undefined ? "" : `Void sale ${shortId(shown.id)}?`}
      question="Its stock is added back, and it is removed from the lists and from that day's totals. This can't be undone."
      action="Void sale"
      busy={removal.isPending}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onConfirm={confirm}
      onCancel={close}
    >
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        error={tried && reason.trim() === "" ? "Enter a reason" : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Confirm>
  );
}

type VoidListedSaleProps = { sale: SaleItem | undefined; onClose: () => void };

/** Voiding from the list shows the question required by the specification and takes no reason. */
export function VoidListedSale({ sale, onClose }: VoidListedSaleProps) {
  const removal = useVoidSale();
  return (
    <ConfirmDeletion
      item={sale}
      title={({ id }) => `Void sale ${shortId(id)}?`}
      question={texts.sales.confirmDelete}
      action="Void sale"
      deleted={() => "Sale voided, stock added back"}
      removal={removal}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onClose={onClose}
    />
  );
}
