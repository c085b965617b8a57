import { Suspense, useEffect, useState, type ReactNode } from "react";

export const loadOverlays = () => import("./overlays.tsx");

const IDLE_MS = 300;

/**
 * Mounts an overlay when it first opens and keeps it for its closing animation. Its code is fetched
 * when the page is idle.
 */
export function Overlay({ open, children }: { open: boolean; children: ReactNode }) {
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  useEffect(() => {
    const timer = setTimeout(() => void loadOverlays().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return used ? <Suspense>{children}</Suspense> : undefined;
}

/** Keeps the last defined value, which a dialog shows during its closing animation. */
export function useLasting<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
