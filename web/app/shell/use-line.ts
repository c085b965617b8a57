import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { useOnline } from "#web/state/store.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

import { useLive } from "./use-live.ts";

/** The state of the connection. When it returns, says so and refetches failed queries. */
export function useLine(isOfShop: boolean): Line {
  const queryClient = useQueryClient();
  const online = useOnline();
  const reached = useLive(isOfShop);
  const line = lineOf(online, reached);
  const before = useRef(line);
  useEffect(() => {
    if (before.current !== "up" && line === "up") {
      toasts.show("success", "You're back online.");
      const failed = ({ state }: { state: { status: string } }) => state.status === "error";
      void queryClient.refetchQueries({ type: "active", predicate: failed });
    }
    before.current = line;
  }, [line, queryClient]);
  return line;
}

function lineOf(online: boolean, reached: boolean): Line {
  if (!online) return "offline";
  return reached ? "up" : "down";
}

/** `offline`: no network. `down`: a network, but the server does not answer. */
export type Line = "up" | "down" | "offline";
