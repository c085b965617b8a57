import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { links } from "#web/links.ts";
import { session } from "#web/state/session.ts";

const Done = z.object({ success: z.literal(true) });

/** Ends the session locally, and on the server if it can be reached. */
export function useLogout() {
  const [, navigate] = useLocation();
  return useMutation({
    meta: { atAnyTime: true },
    mutationFn: () => request("/api/v1/logout", Done, { method: "POST" }),
    onSettled: () => {
      navigate(links.login());
      session.end();
      // Pictures of products, whether or not this page has shown any.
      if ("caches" in globalThis) void caches.delete("tillbook-pictures");
    },
  });
}
