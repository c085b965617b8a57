import { useState } from "react";
import type { Dispatch } from "react";

import type { Product } from "#web/api/products.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./new-sale.css.ts";
import { ProductPicker } from "./product-picker.tsx";
import type { SaleAction, SaleDraft, SaleProblems } from "./sale-draft.ts";
import { SaleLineRow } from "./sale-line-row.tsx";

type SaleItemsProps = {
  draft: SaleDraft;
  problems: SaleProblems | undefined;
  dispatch: Dispatch<SaleAction>;
};

export function SaleItems({ draft, problems, dispatch }: SaleItemsProps) {
  const [announcement, setAnnouncement] = useState("");
  const pick = (product: Product) => {
    dispatch({ type: "picked", product });
    setAnnouncement(`${product.name} added`);
  };
  return (
    <div className={styles.items}>
      <ProductPicker onPick={pick} />
      <VisuallyHidden spoken>{announcement}</VisuallyHidden>
      {draft.cart.lines.length === 0 ? (
        <p className={styles.noLines}>No items yet. Find a product above to add it.</p>
      ) : (
        <ul className={styles.lines}>
          {draft.cart.lines.map((line, index) => (
            <SaleLineRow
              key={line.productId}
              draft={draft}
              line={line}
              problem={problems?.lines[index] ?? {}}
              dispatch={dispatch}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
