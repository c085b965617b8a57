import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";

import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { useMayOversell } from "#web/api/oversell.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { settingsQuery } from "#web/api/settings.ts";
import type { CartTax } from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";
import { useCurrency, useTimeZone } from "#web/state/use-session.ts";
import type { SaleOutcome } from "#web/sync/sale-outbox.ts";
import { useRecordSale } from "#web/sync/use-sale-outbox.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { focusFirstInvalid } from "#web/ui/form/focus-first-invalid.ts";
import { DialogForm, DialogPayFoot } from "#web/ui/overlay/dialog.tsx";

import * as styles from "./new-sale.css.ts";
import { useCurrentProducts } from "./new-sale/use-current-products.ts";
import { problemsOf, totalMinor, totalUnits } from "./sale-draft.ts";
import { SaleItems } from "./sale-items.tsx";
import { SalePayment } from "./sale-payment.tsx";
import { whenOf } from "./sale-time.tsx";
import { useSaleDraft } from "./use-sale-draft.ts";

type NewSaleFormProps = {
  /** Set while closing would lose the draft; `forget` discards it. */
  onUnsaved: (unsaved: { forget: () => void } | undefined) => void;
  onSaved: (outcome: SaleOutcome) => void;
};

export function NewSaleForm({ onUnsaved, onSaved }: NewSaleFormProps) {
  const currency = useCurrency();
  const zone = useTimeZone();
  const { tax, isTaxPending } = useAddedTax();
  const { draft, dispatch, restored, keep, forget } = useSaleDraft();
  // Once sent, the sale is in the outbox, so the draft is dropped. Otherwise it could be saved
  // twice.
  const { record, sending, error } = useRecordSale({ onStored: forget, onRefused: keep });
  const [hasChanged, setHasChanged] = useState(false);
  const onNewTotal = setHasChanged;
  const frozen = sending || isTaxPending;
  useCurrentProducts({ draft, tax, frozen, dispatch, onNewTotal });
  const [tries, setTries] = useState(0);
  const problems = problemsOf(draft);
  const shownProblems = tries > 0 ? problems : undefined;
  const hasLines = draft.cart.lines.length > 0;

  // Once sent, the sale is safe in the outbox, so closing the dialog loses nothing.
  const isUnsaved = hasLines && !sending;
  // A saved sale closes the dialog by going back, which takes a moment.
  const isSaved = useRef(false);
  useEffect(() => {
    onUnsaved(isUnsaved && !isSaved.current ? { forget } : undefined);
    return () => onUnsaved(undefined);
  }, [forget, isUnsaved, onUnsaved]);

  const send = (confirmOversell: boolean) => {
    const sale = {
      body: {
        ...saleBody(draft.cart, draft.paymentMethod, { confirmOversell, ...tax }),
        ...whenOf(draft, zone),
      },
      itemCount: totalUnits(draft),
      totalMinor: totalMinor(draft, tax),
      draft,
    };
    record(sale, (outcome) => {
      isSaved.current = true;
      forget();
      onSaved(outcome);
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTries(tries + 1);
    if (problems === undefined) send(false);
    else focusFirstInvalid(event.currentTarget);
  };
  const alerts = (
    <SaleAlerts
      restored={restored && hasLines && tries === 0}
      hasChanged={hasChanged && hasLines}
      problem={shownProblems?.form}
      tries={tries}
      error={error}
      sellAnyway={problems === undefined ? () => send(true) : undefined}
    />
  );

  return (
    <DialogForm onSubmit={submit}>
      <div className={styles.panes}>
        <SaleItems draft={draft} problems={shownProblems} dispatch={dispatch} />
        <SalePayment draft={draft} tax={tax} dispatch={dispatch} alerts={alerts} />
      </div>
      <DialogPayFoot>
        <Button type="submit" tone="primary" scale="pay" block busy={sending}>
          <span>Save sale</span>
          <span>{formatMoney(totalMinor(draft, tax), currency)}</span>
        </Button>
      </DialogPayFoot>
    </DialogForm>
  );
}

/** The tax to add to the prices, in a shop whose prices do not include it. */
function useAddedTax(): { tax: CartTax | undefined; isTaxPending: boolean } {
  const { data, isPending: isTaxPending } = useQuery(settingsQuery());
  if (data?.business.tax_mode !== "exclusive") return { tax: undefined, isTaxPending };
  const tax = { taxRateBp: minorOf(data.business.tax_rate), taxMode: "exclusive" } as const;
  return { tax, isTaxPending };
}

type SaleAlertsProps = {
  /** True if the sale was begun on an earlier page. */
  restored: boolean;
  /** True if the total follows products that changed since they were picked. */
  hasChanged: boolean;
  problem: string | undefined;
  /** Number of attempts to save. The same error is announced again on each. */
  tries: number;
  error: Error | null;
  sellAnyway: (() => void) | undefined;
};

function SaleAlerts({ restored, hasChanged, problem, tries, error, sellAnyway }: SaleAlertsProps) {
  const mayOversell = useMayOversell(error);
  return (
    <>
      {hasChanged && (
        <InlineNote icon="info">Prices or taxes have changed. This is the new total.</InlineNote>
      )}
      {restored && (
        <InlineNote icon="info">You started this sale earlier. It isn't saved yet.</InlineNote>
      )}
      {problem !== undefined && <InlineAlert key={tries}>{problem}</InlineAlert>}
      {error !== null && <InlineAlert>{notSavedText(error)}</InlineAlert>}
      {mayOversell && sellAnyway && <Button onClick={sellAnyway}>Sell anyway</Button>}
    </>
  );
}
