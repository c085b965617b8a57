import { useState } from "react";

import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { saleNumber } from "#web/format/names.ts";
import { useDeletion } from "#web/parts/confirm-deletion.tsx";
import { saleMakesStale } from "#web/sync/use-sale-outbox.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

/** A voided sale leaves the lists and its stock is added back; the log keeps it. */
export function useVoidSale() {
  const removal = useDeletion("/api/sales.php", saleMakesStale);
  return {
    removal,
    voidSale: (id: string, reason: string, onVoided: () => void = () => undefined) =>
      removal.mutate(
        { id, reason },
        {
          onSuccess: () => {
            toasts.show("success", "Sale voided, stock added back");
            onVoided();
          },
        },
      ),
  };
}

const RECORDED_TWICE = "Recorded twice";
const REASONS = ["Wrong product", "Wrong amount", RECORDED_TWICE, "Customer changed their mind"];
const ANOTHER = "another";
const MAX_REASON_LENGTH = 500;

type VoidSaleProps = {
  sale: Pick<SaleItem, "id" | "receipt_number" | "possible_duplicate_of"> | undefined;
  /** The row that asked is gone afterwards, so the page gets the focus. */
  isListed?: boolean;
  onClose: () => void;
};

/** Asks the question of the specification, and for a reason, which is kept in the log. */
export function VoidSale({ sale, isListed = false, onClose }: VoidSaleProps) {
  const { removal, voidSale } = useVoidSale();
  const shown = useLasting(sale);
  const reason = useReason((shown?.possible_duplicate_of ?? null) === null ? "" : RECORDED_TWICE);
  const close = () => {
    removal.reset();
    reason.reset();
    onClose();
  };
  const confirm = () => {
    if (sale === undefined || !reason.check()) return;
    voidSale(sale.id, reason.text, close);
  };
  return (
    <Confirm
      open={sale !== undefined}
      title={shown === undefined ? "" : `Void sale ${saleNumber(shown)}?`}
      question={texts.sales.confirmDelete}
      action="Void sale"
      busy={removal.isPending}
      done={isListed && removal.isSuccess}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onConfirm={confirm}
      onCancel={close}
    >
      <p>
        Its stock is added back, and it is removed from the lists and from that day's totals. This
        can't be undone.
      </p>
      <SelectField label="Reason" {...reason.choice}>
        <option value="">Choose a reason</option>
        {REASONS.map((each) => (
          <option key={each}>{each}</option>
        ))}
        <option value={ANOTHER}>Another reason</option>
      </SelectField>
      {reason.choice.value === ANOTHER && (
        <TextField
          label="What happened"
          autoComplete="off"
          maxLength={MAX_REASON_LENGTH}
          {...reason.typed}
        />
      )}
    </Confirm>
  );
}

type Changed = { currentTarget: { value: string } };

/** A reason from the list, or a typed one. Errors appear after the first try. */
function useReason(suggested: string) {
  const [chosen, choose] = useState<string>();
  const [typed, type] = useState("");
  const [tried, setTried] = useState(false);
  const value = chosen ?? suggested;
  const text = value === ANOTHER ? typed.trim() : value;
  return {
    text,
    choice: {
      value,
      error: tried && value === "" ? "Choose a reason" : undefined,
      onChange: ({ currentTarget }: Changed) => choose(currentTarget.value),
    },
    typed: {
      value: typed,
      error: tried && text === "" ? "Enter a reason" : undefined,
      onChange: ({ currentTarget }: Changed) => type(currentTarget.value),
    },
    check: (): boolean => {
      setTried(true);
      return text !== "";
    },
    reset: () => {
      choose(undefined);
      type("");
      setTried(false);
    },
  };
}
