import type { Product } from "#web/api/products.ts";
import { stockLevel, stockText } from "#web/api/stock-level.ts";
import { LevelBadge } from "#web/ui/level-badge.tsx";

import * as styles from "./adjusted-product.css.ts";

export function AdjustedProduct({ product }: { product: Product }) {
  return (
    <p className={styles.line}>
      {product.name}
      <LevelBadge level={stockLevel(product.stock)}>{stockText(product.stock)}</LevelBadge>
    </p>
  );
}
