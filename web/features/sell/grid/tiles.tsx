import { useCallback } from "react";

import type { Product } from "#web/api/products.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";

import * as styles from "./grid.css.ts";
import { Tile } from "./tile.tsx";

/** If the shop blocks sales of products that are out of stock, a tap on one shows a message. */
export function Tiles({ products }: { products: readonly Product[] }) {
  const { units, add, sheets, snacks, oversellPolicy } = useSell();
  const blocks = oversellPolicy === "block";
  const { say } = snacks;
  const { open } = sheets;
  const press = useCallback(
    (product: Product) => {
      if (blocks && product.stock_exact <= 0) say(`${product.name} is out of stock`);
      else add(product);
    },
    [add, blocks, say],
  );
  const hold = useCallback(({ id: productId }: Product) => open({ is: "tile", productId }), [open]);
  return (
    <ul className={styles.grid}>
      {products.map((product) => (
        <li key={product.id}>
          <Tile
            product={product}
            inCart={units.get(product.id) ?? 0}
            blocked={blocks && product.stock_exact <= 0}
            onPress={press}
            onHold={hold}
          />
        </li>
      ))}
    </ul>
  );
}
