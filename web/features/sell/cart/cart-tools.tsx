import * as styles from "#web/features/sell/till/sell.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

type PressProps = {
  icon: IconName;
  /** The accessible name; `word` is shorter or missing. */
  label: string;
  word?: string;
  count?: number;
  onPress: () => void;
};

export function Press({ icon, label, word, count, onPress }: PressProps) {
  return (
    <button
      type="button"
      className={styles.press}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} />
      {word !== undefined && <span className={styles.word}>{word}</span>}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  );
}

/** The buttons above the cart lines. */
export function CartTools() {
  const { cart, isEmpty, sheets } = useSell();
  return (
    <>
      <Press
        icon="users"
        label={cart.customer === null ? "Customer" : `Customer ${cart.customer.name}`}
        word={cart.customer?.name ?? "Customer"}
        onPress={() => sheets.open({ is: "customer" })}
      />
      {!isEmpty && <ParkPress word />}
      <RecallPress />
    </>
  );
}

export function ParkPress({ word = false }: { word?: boolean }) {
  const { park } = useSell();
  return <Press icon="park" label="Park" {...(word ? { word: "Park" } : {})} onPress={park} />;
}

export function RecallPress() {
  const { parked, sheets } = useSell();
  const count = parked.parked.length;
  if (count === 0) return undefined;
  return (
    <Press
      icon="basket"
      label={`Parked carts, ${count}`}
      count={count}
      onPress={() => sheets.open({ is: "parked" })}
    />
  );
}
