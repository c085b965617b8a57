import * as cartStyles from "#web/features/sell/cart/cart.css.ts";
import type { Paid } from "#web/features/sell/till/stage.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Figure } from "#web/ui/chart/money.tsx";

import * as styles from "./charge.css.ts";
import { changeOf } from "./payment.ts";

/** What the cashier needs until the code of the receipt is there: the change, and the next sale. */
export function BarePaid({ paid: { outcome, parts } }: { paid: Paid }) {
  const { sellNext } = useSell();
  const currency = useCurrency();
  const changeMinor = changeOf(parts);
  const isSure = outcome.state === "own" || outcome.state === "recorded";
  return (
    <section className={styles.panel} aria-label="Paid">
      <div className={styles.bare}>
        <h2>{isSure ? "Paid" : "Not confirmed yet"}</h2>
        <p>{changeMinor > 0 ? "Give change" : "No change"}</p>
        {changeMinor > 0 && (
          <p className={styles.figure}>
            <Figure minor={changeMinor} currency={currency} />
          </p>
        )}
        <button
          type="button"
          className={cartStyles.barCharge}
          onClick={(event) => sellNext(event.timeStamp)}
        >
          Next sale
        </button>
      </div>
    </section>
  );
}
