import { answerOf } from "./answer-of.ts";
import type { Kept, Shell } from "./answer-of.ts";
import { createShellStore } from "./shell-store.ts";
import type { StoreScope } from "./shell-store.ts";

type Lasting = { waitUntil: (work: Promise<unknown>) => void };
type Asking = { request: Request; respondWith: (answer: Promise<Response>) => void };

/** The part of the service worker scope that is used here. */
export type WorkerScope = StoreScope & {
  addEventListener: {
    (type: "install" | "activate", listener: (event: Lasting) => void): void;
    (type: "fetch", listener: (event: Asking) => void): void;
    (type: "message", listener: (event: { data: unknown }) => void): void;
  };
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: { origin: string };
};

export function keepShell(scope: WorkerScope, shell: Shell): void {
  const fetch = (request: Request | string, init?: RequestInit) => scope.fetch(request, init);
  const store = createShellStore({ caches: scope.caches, fetch }, shell);

  const used = async (request: Request, path: string): Promise<Response> => {
    const sent = await fetch(request);
    await store.keepUsed(path, sent);
    return sent;
  };
  const answer = async (request: Request, { from, path }: Kept): Promise<Response> => {
    if (from === "shell") return (await store.find(path)) ?? used(request, path);
    try {
      return await fetch(request);
    } catch (error) {
      const own = await store.find(path);
      if (own === undefined) throw error;
      return own;
    }
  };
  const begin = async (): Promise<void> => {
    await store.forgetOld();
    await scope.clients.claim();
  };

  scope.addEventListener("install", (event) => event.waitUntil(store.fill()));
  scope.addEventListener("activate", (event) => event.waitUntil(begin()));
  scope.addEventListener("message", ({ data }) => {
    // Only on request: the page sends this when the person wants the update.
    if (data === "take-over") void scope.skipWaiting();
  });
  scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const by = answerOf(request, scope.location.origin, shell);
    if (by.from !== "network") event.respondWith(answer(request, by));
  });
}
