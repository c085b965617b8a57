import { useMemo } from "react";
import { useSearchParams } from "wouter";

import type { Product } from "#web/api/products.ts";
import { ToolSelect } from "#web/ui/form/select-field.tsx";

const PARAM = "category";
/** No category has this name, because names are trimmed. */
const NONE = " ";

/**
 * The products of the category in the address, and the categories to choose from. A category that no
 * product has any longer shows all.
 */
export function useCategory(products: readonly Product[] | undefined) {
  const [params, setParams] = useSearchParams();
  const categories = useMemo(
    () => [...new Set(products?.flatMap(({ category }) => category ?? []))].toSorted(),
    [products],
  );
  const asked = params.get(PARAM) ?? "";
  const chosen = asked === NONE || categories.includes(asked) ? asked : "";
  const ofCategory = useMemo(
    () =>
      chosen === "" ? products : products?.filter(({ category }) => (category ?? NONE) === chosen),
    [products, chosen],
  );
  const choose = (category: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (category === "") after.delete(PARAM);
        else after.set(PARAM, category);
        return after;
      },
      { replace: true },
    );
  return { ofCategory, categories, chosen, choose };
}

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
