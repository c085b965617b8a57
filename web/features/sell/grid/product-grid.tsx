import { useDeferredValue, useMemo, useState, type UIEvent } from "react";

import type { Product } from "#web/api/products.ts";
import { Press } from "#web/features/sell/cart/cart-tools.tsx";
import { amountSheet } from "#web/features/sell/till/stage.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { unitsText, keyOf, type Cart } from "#web/state/cart.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chips } from "#web/ui/button/chips.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { searchCatalogue } from "./catalogue.ts";
import { EmptyGrid } from "./empty-grid.tsx";
import * as styles from "./grid.css.ts";
import { SearchField } from "./search-field.tsx";
import { Tiles } from "./tiles.tsx";

/**
 * More tiles are drawn on scrolling: drawing a thousand at once freezes a small phone for seconds.
 */
const FIRST_TILES = 60;
const LOAD_MORE_PX = 600;

const ALL = "all";
const FAVOURITES = "favourites";
/** Prefix for category names, so that a category may be called "all". */
const CATEGORY_PREFIX = "of:";

export function ProductGrid() {
  const { cart, sheets, favourites } = useSell();
  const [choice, choose] = useChoice();
  const { search, shown } = useShown(choice);
  const { size, more } = useWindow(`${choice}\n${search}`);
  const onScroll = ({ currentTarget: pane }: UIEvent<HTMLElement>) => {
    const below = pane.scrollHeight - pane.scrollTop - pane.clientHeight;
    if (below < LOAD_MORE_PX && size < shown.length) more();
  };
  return (
    <main className={styles.pane} id="main" tabIndex={-1} onScroll={onScroll}>
      <div className={styles.tools}>
        <div className={styles.find}>
          <SearchField />
          <Press
            icon="calculator"
            label="Sell an amount"
            onPress={() => sheets.open(amountSheet(search))}
          />
        </div>
        <Categories choice={search === "" ? choice : ""} onChoose={choose} />
      </div>
      <VisuallyHidden spoken>{announcementOf(cart)}</VisuallyHidden>
      {choice === FAVOURITES && search === "" && favourites.length === 0 && shown.length > 0 && (
        <p className={styles.hint}>
          Sold most often on this device. Press and hold a product to choose your own.
        </p>
      )}
      {shown.length === 0 ? (
        <EmptyGrid search={search} favourites={choice === FAVOURITES} />
      ) : (
        <Tiles products={shown.slice(0, size)} />
      )}
      {size < shown.length && (
        <div className={styles.more}>
          <Button block onClick={more}>
            Show more products
          </Button>
        </div>
      )}
    </main>
  );
}

/**
 * Starts with the favourites if there are any. Falls back to all products if the chosen category
 * no longer exists.
 */
function useChoice() {
  const { catalogue, favourites } = useSell();
  const [chosen, choose] = useState(favourites.length > 0 ? FAVOURITES : ALL);
  const isThere =
    chosen === FAVOURITES ||
    catalogue?.categories.some((name) => `${CATEGORY_PREFIX}${name}` === chosen);
  return [isThere ? chosen : ALL, choose] as const;
}

/**
 * A search covers all products, whatever the category. A multiplier such as `6*` is not a search.
 */
function useShown(choice: string) {
  const { catalogue, query, multiplier, favourites, soldBefore } = useSell();
  const search = useDeferredValue(multiplier === undefined ? query.trim() : "");
  const shown = useMemo((): readonly Product[] => {
    if (catalogue === undefined) return [];
    if (search !== "") return searchCatalogue(catalogue, search);
    if (choice === ALL) return catalogue.products;
    if (choice === FAVOURITES) {
      const ids = favourites.length > 0 ? favourites : soldBefore;
      return ids.flatMap((id) => catalogue.byId.get(id) ?? []);
    }
    return catalogue.products.filter(({ category }) => `${CATEGORY_PREFIX}${category}` === choice);
  }, [search, catalogue, choice, favourites, soldBefore]);
  return { search, shown };
}

function useWindow(view: string) {
  const [window, setWindow] = useState({ view, size: FIRST_TILES });
  const size = window.view === view ? window.size : FIRST_TILES;
  return { size, more: () => setWindow({ view, size: size + FIRST_TILES }) };
}

type CategoriesProps = { choice: string; onChoose: (choice: string) => void };

function Categories({ choice, onChoose }: CategoriesProps) {
  const { catalogue } = useSell();
  const categories = catalogue?.categories ?? [];
  return (
    <Chips
      till
      legend="Category"
      value={choice}
      onChange={onChoose}
      chips={[
        { value: FAVOURITES, label: "Favourites", mark: <Icon name="star" size="small" /> },
        { value: ALL, label: "All" },
        ...categories.map((name) => ({ value: `${CATEGORY_PREFIX}${name}`, label: name })),
      ]}
    />
  );
}

/** Announces the result of the last press or scan to screen readers. */
function announcementOf(cart: Cart): string {
  const newest = cart.lines.find((line) => keyOf(line) === cart.newest);
  return newest === undefined
    ? ""
    : `${unitsText(newest.quantity, newest.perUnit)} ${newest.name} in the cart`;
}
