import { lazy, useEffect } from "react";

// What no till needs to stand, in chunks of their own: it is fetched as soon as the till is at rest, so that it
// is there when it is needed, network or not.
const loadSheets = () => import("./sheets.tsx");
const loadPaid = () => import("./paid.tsx");

export const Sheets = lazy(async () => ({ default: (await loadSheets()).Sheets }));
export const Paid = lazy(async () => ({ default: (await loadPaid()).Paid }));

const AT_REST_MS = 300;

export function useLaterParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadSheets, loadPaid]) void load().catch(() => undefined);
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
}
