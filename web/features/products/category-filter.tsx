import { useMemo, useState } from "react";

import type { Product } from "#web/api/products.ts";
import { ToolSelect } from "#web/ui/form/select-field.tsx";

/** No category has this name, because names are trimmed. */
const NONE = " ";

/**
 * The products of the chosen category, and the categories to choose from. A category that no
 * product has any longer shows all.
 */
export function useCategory(products: readonly Product[] | undefined) {
  const [asked, choose] = useState("");
  const categories = useMemo(
    () => [...new Set(products?.flatMap(({ category }) => category ?? []))].toSorted(),
    [products],
  );
  const chosen = asked === NONE || categories.includes(asked) ? asked : "";
  const ofCategory = useMemo(
    () =>
      chosen === "" ? products : products?.filter(({ category }) => (category ?? NONE) === chosen),
    [products, chosen],
  );
  return { ofCategory, categories, chosen, choose };
}

export type CategoryChoice = ReturnType<typeof useCategory>;

type CategoryFilterProps = {
  categories: readonly string[];
  chosen: string;
  onChoose: (category: string) => void;
};

export function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
  return (
    <ToolSelect
      label="Category"
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">All categories</option>
      {categories.map((category) => (
        <option key={category}>{category}</option>
      ))}
      <option value={NONE}>No category</option>
    </ToolSelect>
  );
}
