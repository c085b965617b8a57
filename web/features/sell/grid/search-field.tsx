import { useState, type KeyboardEvent } from "react";

import { Press } from "#web/features/sell/cart/cart-tools.tsx";
import { amountSheet, isTypedAmount } from "#web/features/sell/till/stage.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";

import { searchCatalogue, findCode } from "./catalogue.ts";
import * as styles from "./grid.css.ts";

/** A barcode that was typed by hand. */
const CODE = /^\d{6,}$/;

/**
 * Searches the loaded catalogue, without a request. The on-screen keyboard opens only on touch:
 * other ways to focus the field imply a real keyboard.
 */
export function SearchField() {
  const { catalogue, query, multiplier, setQuery, searchField, sheets, add, charge } = useSell();
  const [byFinger, setByFinger] = useState(false);

  const pickFirst = () => {
    if (catalogue === undefined) return;
    const [first] = [...findCode(catalogue, query), ...searchCatalogue(catalogue, query)];
    if (first === undefined) {
      const code = query.trim();
      if (CODE.test(code)) sheets.open({ is: "unknown", code, units: 1 });
      else if (isTypedAmount(code)) sheets.open(amountSheet(code));
      return;
    }
    add(first);
    setQuery("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && query !== "") {
      event.stopPropagation();
      setQuery("");
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (query.trim() === "") charge();
    else if (multiplier === undefined) pickFirst();
  };
  return (
    <SearchBox
      ref={searchField}
      label="Search or scan"
      placeholder="Search or scan"
      value={query}
      inputMode={byFinger ? "search" : "none"}
      onPointerDown={() => setByFinger(true)}
      onBlur={() => setByFinger(false)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onChange={setQuery}
      after={<SearchEnd />}
    />
  );
}

function SearchEnd() {
  const { query, multiplier, setQuery, searchField, sheets } = useSell();
  if (multiplier !== undefined) return <span className={styles.times}>next ×{multiplier}</span>;
  if (query === "") {
    return (
      <span className={styles.searchEnd}>
        <kbd className={styles.slash}>/</kbd>
        <Press
          icon="scan"
          label="Scan with the camera"
          onPress={() => sheets.open({ is: "camera" })}
        />
      </span>
    );
  }
  const clear = () => {
    setQuery("");
    searchField.current?.focus();
  };
  return <IconButton icon="close" label="Clear the search" onClick={clear} />;
}
