import { Suspense, useEffect, useState, type ReactNode } from "react";

export const loadOverlays = () => import("./overlays.tsx");

const IDLE_MS = 300;

/** Comes once it is opened and stays for its way out; its code is fetched as soon as the page is at rest. */
export function Overlay({ open, children }: { open: boolean; children: ReactNode }) {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  useEffect(() => {
    const timer = setTimeout(() => void loadOverlays().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return used ? <Suspense>{children}</Suspense> : undefined;
}

/** The last value that was there: what a dialog shows while it goes. */
export function useLasting<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
