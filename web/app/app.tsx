import { QueryClientProvider } from "@tanstack/react-query";

import { queryClient } from "./query.ts";
import { RouteEffects } from "./route-effects.tsx";
import { Routes } from "./routes.tsx";
import { ToasterSlot } from "./toaster-slot.tsx";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Routes />
      <RouteEffects />
      <ToasterSlot />
    </QueryClientProvider>
  );
}
