import { lazy, Suspense } from "react";

import { useStore } from "#web/state/store.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

const Toaster = lazy(async () => ({
  default: (await import("#web/ui/feedback/toaster.tsx")).Toaster,
}));

/** The view of the toasts is loaded with the first of them. */
export function ToasterSlot() {
  const shown = useStore(toasts);
  if (shown.length === 0) return undefined;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
