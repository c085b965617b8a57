import * as styles from "#web/features/sell/till/sheets.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

const QUANTITIES = [2, 3, 4, 5, 6, 10, 12, 24];

/** Opened by a long press on a product. */
export function TileSheet({ productId }: { productId: string | undefined }) {
  const { catalogue, sheets, add, favourites, toggleFavourite } = useSell();
  const currency = useCurrency();
  const product = productId === undefined ? undefined : catalogue?.byId.get(productId);
  return (
    <Dialog still open={product !== undefined} title={product?.name ?? ""} onClose={sheets.close}>
      {product !== undefined && (
        <DialogBody>
          <p>
            <Money minor={product.priceMinor} currency={currency} />{" "}
            {product.unit === null ? "each" : `a ${product.unit.name}`}
          </p>
          <div className={styles.quantities}>
            {QUANTITIES.map((units) => (
              <button
                key={units}
                type="button"
                className={styles.quantity}
                aria-label={`Add ${units}`}
                onClick={() => {
                  sheets.close();
                  add(product, units);
                }}
              >
                {units}
              </button>
            ))}
          </div>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={favourites.includes(product.id)}
            onClick={() => toggleFavourite(product.id)}
          >
            <Icon name="star" />
            Favourite on this device
          </button>
        </DialogBody>
      )}
    </Dialog>
  );
}
