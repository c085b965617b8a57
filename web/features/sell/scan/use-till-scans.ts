import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

import { findCode } from "#web/features/sell/grid/catalogue.ts";
import type { SellState } from "#web/features/sell/till/use-selling.ts";
import { createStore } from "#web/state/store.ts";

import { withoutEnd } from "./scan-reader.ts";
import { useScans } from "./use-scans.ts";

type Sound = "added" | "unknown";

const TONES: Record<Sound, { hertz: number; seconds: number }> = {
  added: { hertz: 1_760, seconds: 0.06 },
  unknown: { hertz: 330, seconds: 0.25 },
};
const VOLUME = 0.08;
const VIBRATION_MS = 30;

let context: AudioContext | undefined;

/** Plays a sound, because the cashier watches the products and not the screen. */
function play(sound: Sound): void {
  navigator.vibrate?.(VIBRATION_MS);
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  const { hertz, seconds } = TONES[sound];
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: VOLUME });
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + seconds);
}

/**
 * Scans go straight into the cart. They wait while a sheet is open, other than the cart's and the
 * camera's, or a sale is being paid.
 */
export function useTillScans(selling: SellState) {
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
  const clear = top === undefined || top.is === "cart" || top.is === "camera";
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
    onNotTyped: (text) => {
      if (stage.at === "charging") chargeKeys.current?.untype(text);
      setQuery((before) => withoutEnd(before, text));
    },
  });
  return { waitingScans: waiting, scan };
}

/** Takes one code at a time, as soon as the screen is ready. */
function useScanQueue(ready: boolean, take: (code: string) => void) {
  const [queue] = useState(createScanQueue);
  const waiting = useSyncExternalStore(queue.subscribe, queue.size);
  useEffect(() => {
    if (!ready || waiting === 0) return;
    const code = queue.shift();
    if (code !== undefined) take(code);
  }, [queue, ready, waiting, take]);
  return { waiting, scan: queue.push };
}

/** Keeps scans in order while the screen cannot take them. */
export function createScanQueue() {
  const codes = createStore<readonly string[]>([]);
  return {
    push: (code: string) => codes.set([...codes.get(), code]),
    shift(): string | undefined {
      const [first, ...rest] = codes.get();
      if (first !== undefined) codes.set(rest);
      return first;
    },
    size: () => codes.get().length,
    subscribe: codes.subscribe,
  };
}
