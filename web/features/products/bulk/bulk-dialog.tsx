import { useState } from "react";

import {
  BULK_CHANGE_PATH,
  type BulkChangeRequest,
  BulkChangeResult,
  MOST_CHANGED,
} from "#kernel/contract/api/bulk-change.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { isFound, type Product } from "#web/api/products.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { counted } from "#web/format/counts.ts";
import { useUndo } from "#web/parts/undo/use-undo.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormDialog, type FormDialogParts, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import {
  EMPTY,
  type Kind,
  MOST_EXAMPLES,
  plan,
  type Planned,
  restoring,
  toJson,
  type Typed,
} from "./bulk-change.ts";
import { BulkFields } from "./bulk-fields.tsx";
import * as styles from "./bulk.css.ts";

/** The products that the list shows, by its filter. */
type Shown = Readonly<{ ofCategory: readonly Product[]; search: string }>;

type BulkDialogProps = { open: boolean; shown: Shown; onClose: () => void };

/** Changes many products at once, after one question. */
export const BulkDialog = ({ open, shown, onClose }: BulkDialogProps) => (
  <FormDialog open={open} title="Change several products" onClose={onClose}>
    {(parts) => <BulkForm {...parts} shown={shown} />}
  </FormDialog>
);

const Answer = written(BulkChangeResult);

const send = (body: BulkChangeRequest, commandKey: string) =>
  request(BULK_CHANGE_PATH, Answer, { method: "POST", json: toJson(body), commandKey });

const makesStale = [keys.products.all, keys.dashboard.all];

const useBulkChange = () =>
  useCommand(({ request: body }: Planned, commandKey) => send(body, commandKey), makesStale);

function BulkForm({ onDirty, requestClose, leave, shown }: FormDialogParts & { shown: Shown }) {
  const mayPrice = useCan("edit-prices");
  const currency = useCurrency();
  const save = useBulkChange();
  const undo = useUndo(makesStale);
  const [typed, setTyped] = useState<Typed>({ ...EMPTY, change: mayPrice ? "price" : "category" });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<Planned>();
  const products = shown.ofCategory.filter((product) => isFound(product, shown.search));
  const subjects = products.filter(({ id }) => chosen.has(id));
  const planned = plan(typed, subjects, currency);
  const wrong = tried && "wrong" in planned ? planned : undefined;
  useReportDirty(chosen.size > 0, onDirty);
  const type = (change: Partial<Typed>) => {
    setTried(false);
    setTyped({ ...typed, ...change });
  };
  const confirm = (wanted: Planned) =>
    save.mutate(wanted, {
      onSuccess: ({ data: { changed } }) => {
        const { change } = wanted.request;
        const restore = (key: string) => send(restoring(wanted.request), key);
        const offer =
          change === "delete" ? undo({ what: counted(changed, "product"), restore }) : undefined;
        toasts.show("success", doneText(change, changed), undefined, offer);
        leave();
      },
    });
  return (
    <>
      <SaveForm
        action="Continue"
        busy={false}
        problem={wrong?.field === undefined ? wrong?.wrong : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          save.reset();
          if (!("wrong" in planned)) setAsked(planned);
        }}
        onCancel={requestClose}
      >
        <BulkFields
          typed={typed}
          wrong={wrong}
          categories={[...new Set(products.flatMap(({ category }) => category ?? []))]}
          onType={type}
        />
        <Choice products={products} chosen={chosen} onChoose={setChosen} />
      </SaveForm>
      <Question
        asked={asked}
        busy={save.isPending}
        error={save.error === null ? undefined : notSavedText(save.error)}
        onConfirm={confirm}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

type ChoiceProps = {
  products: readonly Product[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
};

/** The products of the list's filter, to choose from. */
function Choice({ products, chosen, onChoose }: ChoiceProps) {
  const currency = useCurrency();
  const most = products.slice(0, MOST_CHANGED);
  const isAll = most.every(({ id }) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <section aria-label="Products">
      <div className={styles.head}>
        <span aria-live="polite">{counted(chosen.size, "product")} chosen</span>
        <Button
          scale="compact"
          onClick={() => onChoose(isAll ? new Set() : new Set(most.map(({ id }) => id)))}
        >
          {isAll ? "Choose none" : `Choose all ${most.length}`}
        </Button>
      </div>
      <ul>
        {products.map(({ id, name, category, priceMinor }) => (
          <li key={id}>
            <label className={styles.row}>
              <input
                type="checkbox"
                className={styles.box}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
              <span className={styles.name}>
                {name} {category !== null && <span className={styles.dim}>{category}</span>}
              </span>
              <Money minor={priceMinor} currency={currency} />
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TITLES: Readonly<Record<Kind, (what: string) => string>> = {
  price: (what) => `Change the price of ${what}?`,
  category: (what) => `Set the category of ${what}?`,
  "reorder-point": (what) => `Set the low-stock level of ${what}?`,
  delete: (what) => `Delete ${what}?`,
};

const doneText = (kind: Kind, changed: number): string =>
  `${counted(changed, "product")} ${kind === "delete" ? "deleted" : "changed"}`;

function questionText(same: number): string {
  if (same === 0) return "For example:";
  return `${counted(same, "product")} ${same === 1 ? "stays as it is" : "stay as they are"}. For example:`;
}

type QuestionProps = {
  asked: Planned | undefined;
  busy: boolean;
  error: string | undefined;
  onConfirm: (asked: Planned) => void;
  onCancel: () => void;
};

/** One question for all: how many, and the first three before and after. */
function Question({ asked, busy, error, onConfirm, onCancel }: QuestionProps) {
  const kind = asked?.request.change ?? "price";
  const count = asked?.examples.length ?? 0;
  const same = (asked?.request.products.length ?? 0) - count;
  return (
    <Confirm
      open={asked !== undefined}
      title={TITLES[kind](counted(count, "product"))}
      question={questionText(same)}
      action={kind === "delete" ? "Delete" : "Change"}
      busy={busy}
      error={error}
      onConfirm={() => asked && onConfirm(asked)}
      onCancel={onCancel}
    >
      <ul className={styles.examples}>
        {asked?.examples.slice(0, MOST_EXAMPLES).map(({ id, name, before, after }) => (
          <li key={id}>
            {name}: {before} → {after}
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
