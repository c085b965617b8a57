import { useState } from "react";

import { type TillItem, TillRemoval } from "#kernel/contract/api/till/tills.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { counted } from "#web/format/counts.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { useRemoveTill } from "./use-till-commands.ts";

const REASONS: Readonly<Record<TillRemoval, string>> = {
  lost: "Lost",
  stolen: "Stolen",
  broken: "Broken",
  replaced: "Replaced by another device",
  unused: "Not used",
};
const reasons = Object.entries(REASONS);

type RemoveTillProps = { till: TillItem | undefined; onClose: () => void };

/** Says what removing means, and how much has not arrived from the till. */
export function RemoveTill({ till, onClose }: RemoveTillProps) {
  const [reason, setReason] = useState<TillRemoval>();
  const removal = useRemoveTill();
  const shown = useLasting(till);
  const close = () => {
    removal.reset();
    setReason(undefined);
    onClose();
  };
  const confirm = (removed: TillItem) =>
    removal.mutate(
      { till: removed.till, reason },
      {
        onSuccess: () => {
          close();
          toasts.show("success", `Till ${removed.till} removed`);
        },
      },
    );
  return (
    <Confirm
      open={till !== undefined}
      title={shown === undefined ? "" : `Remove till ${shown.till}, ${shown.name}?`}
      question={shown === undefined ? "" : questionOf(shown)}
      action="Remove"
      busy={removal.isPending}
      done={removal.isSuccess}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onCancel={close}
      onConfirm={() => till && confirm(till)}
    >
      <SelectField
        label="Reason"
        value={reason ?? ""}
        onChange={({ currentTarget: { value } }) => setReason(TillRemoval.safeParse(value).data)}
      >
        <option value="">No reason</option>
        {reasons.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </Confirm>
  );
}

const MEANING =
  "This device stops selling and can't become a till again. Its recorded sales stay. It sends what it still has, which is set aside and not recorded, and then deletes its data.";

function questionOf({ missing_entries: missing }: TillItem): string {
  if (missing === 0) return MEANING;
  const have = missing === 1 ? "has" : "have";
  return `${MEANING} ${counted(missing, "entry", "entries")} ${have} not arrived yet. To have them recorded, connect this device and let it send them first.`;
}
