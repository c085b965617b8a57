const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;
const STEP = 1_000;

/** "4.2 MB" */
export function bytesText(bytes: number): string {
  const scale = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)),
  );
  const value = bytes / STEP ** scale;
  return `${value.toLocaleString("en-GH", { maximumFractionDigits: scale === 0 ? 0 : 1 })} ${UNITS[scale] ?? ""}`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** "0 ms", "4.2 s", "3 min" */
export function lagText(ms: number): string {
  if (ms < SECOND_MS) return `${ms} ms`;
  if (ms < MINUTE_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  return `${Math.round(ms / MINUTE_MS).toLocaleString("en-GH")} min`;
}
