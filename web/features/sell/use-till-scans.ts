import { useCallback } from "react";

import { findCode } from "./catalogue.ts";
import { play } from "./sound.ts";
import { useScanQueue } from "./use-scan-queue.ts";
import { useScans } from "./use-scans.ts";
import type { Selling } from "./use-selling.ts";

/** Scans go into the cart at once; while something lies over the till, or a sale is being paid, they wait. */
export function useTillScans(selling: Selling): number {
  const { catalogue, multiplier, add, setQuery, sheets, stage, searchField, chargeKeys } = selling;
  const { open, top } = sheets;
  const take = useCallback(
    (code: string) => {
      const units = multiplier ?? 1;
      const found = catalogue === undefined ? [] : findCode(catalogue, code);
      const [only] = found;
      if (only !== undefined && found.length === 1) {
        play("added");
        add(only, units);
        return;
      }
      play("unknown");
      if (multiplier !== undefined) setQuery("");
      open({ is: found.length > 1 ? "choice" : "unknown", code, units });
    },
    [add, catalogue, multiplier, open, setQuery],
  );
  const clear = top === undefined || top.is === "cart";
  const ready = clear && catalogue !== undefined && stage.at !== "charging";
  const { waiting, scan } = useScanQueue(ready, take);

  useScans({
    onScan: scan,
    onTyped: (text) => {
      if (stage.at === "charging") chargeKeys.current?.type(text);
      if (stage.at !== "selling" || top !== undefined) return;
      if (text === "?") return open({ is: "keys" });
      searchField.current?.focus();
      if (text !== "/") setQuery((before) => before + text);
    },
  });
  return waiting;
}
