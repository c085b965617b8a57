import { useEffect, useState } from "react";
import type { FormEvent } from "react";

import type { SaleWritten } from "#kernel/contract/api/sale.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCurrency } from "#web/api/use-session.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogForm, DialogPayFoot } from "#web/ui/dialog.tsx";
import { focusFirstInvalid } from "#web/ui/focus-invalid.ts";
import { InlineAlert, InlineNote } from "#web/ui/state.tsx";

import * as styles from "./new-sale.css.ts";
import { totalMinor } from "./sale-draft.ts";
import { SaleItems } from "./sale-items.tsx";
import { SalePayment } from "./sale-payment.tsx";
import { checkSale } from "./sale-request.ts";
import { useRecordSale } from "./use-record-sale.ts";
import { useSaleDraft } from "./use-sale-draft.ts";

type NewSaleFormProps = {
  /** Something would be lost by closing, and this is how to let it go. */
  onUnsaved: (unsaved: { forget: () => void } | undefined) => void;
  onSaved: (sale: SaleWritten) => void;
};

export function NewSaleForm({ onUnsaved, onSaved }: NewSaleFormProps) {
  const currency = useCurrency();
  const { draft, dispatch, restored, memory, forget } = useSaleDraft();
  const record = useRecordSale(memory);
  const [tries, setTries] = useState(0);
  const tried = tries > 0;
  const checked = checkSale(draft);
  const problems = tried && "problems" in checked ? checked.problems : undefined;
  const hasLines = draft.lines.length > 0;

  useEffect(() => {
    onUnsaved(hasLines ? { forget } : undefined);
    return () => onUnsaved(undefined);
  }, [forget, hasLines, onUnsaved]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTries(tries + 1);
    if (!("request" in checked)) return focusFirstInvalid(event.currentTarget);
    record.mutate(checked.request, {
      onSuccess: (sale) => {
        forget();
        onSaved(sale);
      },
    });
  };
  const alerts = (
    <>
      {restored && hasLines && !tried && (
        <InlineNote icon="info">This is the sale you had begun. It is not saved yet.</InlineNote>
      )}
      {problems?.form !== undefined && <InlineAlert key={tries}>{problems.form}</InlineAlert>}
      {record.error !== null && <InlineAlert>{notSavedText(record.error)}</InlineAlert>}
    </>
  );

  return (
    <DialogForm onSubmit={submit}>
      <div className={styles.panes}>
        <SaleItems draft={draft} problems={problems} dispatch={dispatch} />
        <SalePayment draft={draft} dispatch={dispatch} alerts={alerts} />
      </div>
      <DialogPayFoot>
        <Button type="submit" tone="primary" scale="pay" block busy={record.isPending}>
          <span>Save sale</span>
          <span>{formatMoney(totalMinor(draft), currency)}</span>
        </Button>
      </DialogPayFoot>
    </DialogForm>
  );
}
