import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";

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
