import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";

import { useStore } from "#web/state/store.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

import { queryClient } from "./query.ts";
import { RouteEffects } from "./route-effects.tsx";
import { Routes } from "./routes.tsx";

const Toaster = lazy(async () => ({
  default: (await import("#web/ui/feedback/toaster.tsx")).Toaster,
}));

/** The code that shows toasts is loaded with the first toast. */
export function ToasterSlot() {
  const shown = useStore(toasts);
  if (shown.length === 0) return undefined;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Routes />
      <RouteEffects />
      <ToasterSlot />
    </QueryClientProvider>
  );
}
