import { lazy, memo, Suspense } from "react";

import type { Product } from "#web/api/products.ts";
import { stockLevel } from "#web/format/counts.ts";
import { plainMoney } from "#web/ui/chart/money.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./grid.css.ts";
import { useHold } from "./use-hold.ts";

const ProductPicture = lazy(async () => ({
  default: (await import("#web/parts/picture/product-picture.tsx")).ProductPicture,
}));

type TileProps = {
  product: Product;
  /** In sale units. */
  inCart: number;
  /** Out of stock, and the shop does not sell products that are out of stock. */
  blocked: boolean;
  onPress: (product: Product) => void;
  onHold: (product: Product) => void;
};

/** Memoised: there are hundreds of tiles, and most do not change. */
export const Tile = memo(function Tile({ product, inCart, blocked, onPress, onHold }: TileProps) {
  const hold = useHold(
    () => onPress(product),
    () => onHold(product),
  );
  const { name, priceMinor, unit, picture } = product;
  return (
    <button
      type="button"
      className={styles.tile({ inCart: inCart > 0, out: product.stock_exact <= 0 })}
      aria-disabled={blocked || undefined}
      {...hold}
    >
      {typeof picture === "string" && (
        <span className={styles.picture}>
          <Suspense>
            <ProductPicture sha256={picture} />
          </Suspense>
        </span>
      )}
      <span className={styles.name}>{name}</span>
      <span className={styles.foot}>
        <span className={styles.price}>
          {plainMoney(priceMinor)}
          {unit !== null && <VisuallyHidden> a {unit.name}</VisuallyHidden>}
        </span>
        <Stock product={product} />
      </span>
      {inCart > 0 && (
        <span className={styles.inCart}>
          <VisuallyHidden>in the cart </VisuallyHidden>×{text(inCart)}
        </span>
      )}
    </button>
  );
});

const text = (units: number): string => units.toLocaleString("en-GH", { maximumFractionDigits: 2 });

/** Shown only when stock is low or out. */
function Stock({ product }: { product: Product }) {
  const { stock, track_stock: isTracked } = product;
  if (isTracked === false) return undefined;
  const level = stockLevel(stock);
  if (level !== "out" && level !== "low") return undefined;
  return (
    <span className={styles.stock({ level })}>{level === "out" ? "Out" : `${stock} left`}</span>
  );
}
