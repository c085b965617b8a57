import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { productsQuery, type Product } from "#web/api/products.ts";
import { LevelBadge } from "#web/parts/level-badge.tsx";
import { levelOf, stockOf } from "#web/parts/stock/counted.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { Suggest } from "#web/ui/form/suggest.tsx";

import * as styles from "./new-sale.css.ts";

const MAX_SUGGESTIONS = 8;

/** Names that start with the text first, then names that contain it. */
function findProducts(products: readonly Product[], text: string): readonly Product[] {
  const query = text.trim().toLowerCase();
  const begins: Product[] = [];
  const contains: Product[] = [];
  for (const product of products) {
    const name = product.name.toLowerCase();
    if (name.startsWith(query)) begins.push(product);
    else if (name.includes(query) || product.sku?.toLowerCase() === query) contains.push(product);
  }
  return [...begins, ...contains].slice(0, MAX_SUGGESTIONS);
}

type ProductPickerProps = { onPick: (product: Product) => void };

/** Refetches prices and stock with each new sale. If that fails, only this list is empty. */
export function ProductPicker({ onPick }: ProductPickerProps) {
  const currency = useCurrency();
  const [text, requiredText] = useState("");
  const { data: products, isError } = useQuery({ ...productsQuery(), refetchOnMount: "always" });
  const found = findProducts(products ?? [], text);
  return (
    <Suggest
      label="Add a product"
      text={text}
      onText={requiredText}
      none={products === undefined ? waiting(isError) : texts.products.none}
      suggestions={found.map((product) => ({
        id: product.id,
        title: product.name,
        end: (
          <span className={styles.end}>
            <Money minor={product.priceMinor} currency={currency} />
            <LevelBadge level={levelOf(product)}>{stockOf(product)}</LevelBadge>
          </span>
        ),
      }))}
      onPick={(id) => {
        const picked = found.find((product) => product.id === id);
        if (picked !== undefined) onPick(picked);
      }}
    />
  );
}

const waiting = (failed: boolean): string =>
  failed ? "Couldn't load products. Close this window and open it again." : "Loading products...";
