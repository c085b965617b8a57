import { findCode } from "#web/features/sell/grid/catalogue.ts";
import * as styles from "#web/features/sell/till/sheets.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

type ChoiceSheetProps = { choice: { code: string; units: number } | undefined };

/** Opened when several products share the scanned code. */
export function ChoiceSheet({ choice }: ChoiceSheetProps) {
  const { catalogue, sheets, add } = useSell();
  const currency = useCurrency();
  const found =
    catalogue === undefined || choice === undefined ? [] : findCode(catalogue, choice.code);
  return (
    <Dialog still open={choice !== undefined} title="Which one is it?" onClose={sheets.close}>
      <div className={styles.list}>
        {found.map((product) => (
          <button
            key={product.id}
            type="button"
            className={styles.row}
            onClick={() => {
              sheets.close();
              add(product, choice?.units);
            }}
          >
            <span className={styles.title}>{product.name}</span>
            <Money minor={product.priceMinor} currency={currency} />
          </button>
        ))}
      </div>
    </Dialog>
  );
}
