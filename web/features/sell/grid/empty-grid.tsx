import { texts } from "#kernel/contract/texts.ts";
import { useMayAdd } from "#web/features/sell/sync/use-own-till.ts";
import { amountSheet } from "#web/features/sell/till/stage.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { links } from "#web/links.ts";
import { useOnline } from "#web/state/store.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { STILL_LOADING, useSlow } from "#web/ui/feedback/use-slow.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./grid.css.ts";

const SKELETON_TILES = 18;

type GridStateProps = { search: string; favourites: boolean };

/** Shown in place of the tiles when there are none. */
export function EmptyGrid({ search, favourites }: GridStateProps) {
  const { catalogue, products, setQuery, sheets } = useSell();
  const mayAdd = useMayAdd("write-products");
  const online = useOnline();
  const addFound = () => {
    setQuery("");
    sheets.open({ is: "newProduct", name: search, units: 1 });
  };
  if (products.status === "error") {
    return (
      <div className={styles.state}>
        <ErrorState problem={products} action={texts.tryAgain} />
      </div>
    );
  }
  if (catalogue === undefined) return <GridSkeleton />;
  return (
    <div className={styles.state}>
      {catalogue.products.length === 0 && (
        <EmptyState
          icon="package"
          title="No products yet"
          hint={
            mayAdd
              ? "Add your products and they'll show here, ready to sell."
              : "Products show here once an owner or manager adds them."
          }
          action={
            <>
              {mayAdd && (
                <ButtonLink href={links.addProduct()} tone="primary" icon="plus">
                  Add Product
                </ButtonLink>
              )}
              <SellAmount search={search} />
            </>
          }
        />
      )}
      {catalogue.products.length > 0 && search !== "" && (
        <EmptyState
          icon="search"
          title={texts.products.none}
          hint={texts.customers.noMatchHint}
          action={
            <>
              {mayAdd && online && (
                <Button icon="plus" onClick={addFound}>
                  {`Add "${search}"`}
                </Button>
              )}
              <SellAmount search={search} />
            </>
          }
        />
      )}
      {catalogue.products.length > 0 && search === "" && favourites && (
        <EmptyState
          icon="star"
          title="No favourites yet"
          hint="Press and hold a product to add it. Favourites are kept on this device."
        />
      )}
    </div>
  );
}

function SellAmount({ search }: { search: string }) {
  const { sheets } = useSell();
  return (
    <Button icon="calculator" onClick={() => sheets.open(amountSheet(search))}>
      Sell an amount
    </Button>
  );
}

function GridSkeleton() {
  const slow = useSlow(true);
  return (
    <>
      <VisuallyHidden spoken>{slow ? STILL_LOADING : "Loading products..."}</VisuallyHidden>
      <div className={styles.grid} aria-hidden>
        {Array.from({ length: SKELETON_TILES }, (_, index) => (
          <span key={index} className={styles.bone} />
        ))}
      </div>
    </>
  );
}
