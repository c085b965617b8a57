import { useRef, type PointerEvent } from "react";

import { formatMoney } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { unitsText, keyOf, type CartLine } from "#web/state/cart.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./cart.css.ts";
import { useDiscountWords } from "./discount-field.tsx";

const FAR_PX = 80;
const SLANT = 0.5;

/** Recognises a swipe to the left. */
function useSwipe(onSwipe: () => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      from.current = pointerType === "mouse" ? undefined : { x, y };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current;
      from.current = undefined;
      if (start === undefined) return;
      const drawn = start.x - clientX;
      if (drawn > FAR_PX && Math.abs(clientY - start.y) < drawn * SLANT) onSwipe();
    },
  };
}

export function CartLines() {
  const { cart, isEmpty, lineMinor, before, undo, clear, canUndoSnack, snacks, sheets } = useSell();
  // A sheet covers the snack bar, so the message is shown in the cart.
  const removed = sheets.top !== undefined && canUndoSnack ? snacks.snack : undefined;
  return (
    <div className={styles.lines}>
      {isEmpty ? (
        <EmptyCart />
      ) : (
        <ul aria-label="Cart lines">
          {cart.lines.map((line, index) => (
            <Line
              key={keyOf(line)}
              line={line}
              newest={cart.newest === keyOf(line)}
              minor={lineMinor(index)}
            />
          ))}
        </ul>
      )}
      {removed !== undefined && <output className={styles.said}>{removed.text}</output>}
      {!isEmpty && (
        <button type="button" className={styles.undo} onClick={() => sheets.open({ is: "note" })}>
          <Icon name="edit" />
          <span className={styles.note}>{cart.note ?? "Add a note"}</span>
        </button>
      )}
      {!isEmpty && <CartDiscountRow />}
      {cart.lines.length > 1 && (
        <button type="button" className={styles.undo} onClick={clear}>
          <Icon name="delete" />
          Clear cart
        </button>
      )}
      {before !== undefined && (
        <button type="button" className={styles.undo} onClick={undo}>
          <Icon name="undo" />
          Undo last change
        </button>
      )}
    </div>
  );
}

function CartDiscountRow() {
  const { cart, sheets } = useSell();
  const wordsOf = useDiscountWords();
  return (
    <button type="button" className={styles.undo} onClick={() => sheets.open({ is: "discount" })}>
      <Icon name="percent" />
      {cart.discount === undefined ? "Discount" : `Discount: ${wordsOf(cart.discount)}`}
    </button>
  );
}

function EmptyCart() {
  const { sheets } = useSell();
  const { sales } = useOwnTill();
  return (
    <>
      <p className={styles.empty}>The cart is empty. Tap or scan a product.</p>
      {sales.length > 0 && (
        <button type="button" className={styles.undo} onClick={() => sheets.open({ is: "today" })}>
          <Icon name="receipt" />
          Today's sales
        </button>
      )}
    </>
  );
}

type LineProps = { line: CartLine; newest: boolean; minor: number | undefined };

function Line({ line, newest, minor }: LineProps) {
  const { sheets, remove, dispatch } = useSell();
  const currency = useCurrency();
  const swipe = useSwipe(() => remove(line));
  const { name, quantity, perUnit } = line;
  const key = keyOf(line);
  const step = (by: number) => {
    const next = quantity + by * perUnit;
    if (next <= 0) remove(line);
    else dispatch({ type: "counted", key, quantity: next });
  };
  return (
    <li className={styles.line} data-newest={newest || undefined} {...swipe}>
      <button
        type="button"
        className={styles.lineName}
        aria-label={`Change ${name}`}
        onClick={() => sheets.open({ is: "line", key })}
      >
        {name}
      </button>
      <span className={styles.lineTotal}>
        {minor === undefined ? "–" : <Money minor={minor} currency={currency} scale="row" />}
      </span>
      <span className={styles.stepper}>
        <button
          type="button"
          className={styles.step}
          aria-label={`One less ${name}`}
          onClick={() => step(-1)}
        >
          <Icon name="minus" />
        </button>
        <span className={styles.quantity}>{unitsText(quantity, perUnit)}</span>
        <button
          type="button"
          className={styles.step}
          aria-label={`One more ${name}`}
          onClick={() => step(1)}
        >
          <Icon name="plus" />
        </button>
      </span>
      <LineNote line={line} />
    </li>
  );
}

/**
 * The unit price, and a warning if the quantity is above the stock. The server decides whether the
 * sale is allowed.
 */
function LineNote({ line }: { line: CartLine }) {
  const currency = useCurrency();
  const wordsOf = useDiscountWords();
  const { unit, unitPriceMinor, listPriceMinor, quantity, stock, perUnit, discount } = line;
  const left = unitsText(Math.max(0, stock), perUnit);
  return (
    <span className={styles.lineNote}>
      {formatMoney(unitPriceMinor, currency)} {unit === null ? "each" : `a ${unit}`}
      {unitPriceMinor !== listPriceMinor && `, instead of ${formatMoney(listPriceMinor, currency)}`}
      {discount !== undefined && `, ${wordsOf(discount)}`}
      {quantity > stock && (
        <span className={styles.short}>
          {" · "}
          {stock <= 0 ? texts.stock.out : `Only ${left} in stock`}
        </span>
      )}
    </span>
  );
}
