import { createStore } from "#web/state/store.ts";

const WORKER = "/sw.js";
const POLICY = "pos-sw";
const LOOK_EVERY_MS = 60 * 60_000;
/** The page's own requests go first. */
const AFTER_MS = 3_000;

/** The DOM's types know neither of them yet. What a policy makes stands where an address is taken. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => URL };
};
declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

/** The one script that may be named by a text: everything else a page would load that way is refused. */
export function onlyWorker(url: string): string {
  if (url !== WORKER) throw new TypeError(`no script of this app: ${url}`);
  return url;
}

const trusted = (types: TrustedTypes | undefined): string | URL =>
  types?.createPolicy(POLICY, { createScriptURL: onlyWorker }).createScriptURL(WORKER) ?? WORKER;

type Coming = { state: string; addEventListener: (type: "statechange", told: () => void) => void };
type Registration = {
  installing: Coming | null;
  waiting: { postMessage: (message: string) => void } | null;
  addEventListener: (type: "updatefound", told: () => void) => void;
  update: () => Promise<unknown>;
};
/** Of the browser's workers what is used here. */
type Container = {
  controller: unknown;
  register: (address: string | URL, how: { updateViaCache: "none" }) => Promise<Registration>;
  addEventListener: (type: "controllerchange", told: () => void, how: { once: true }) => void;
};

/** The worker that keeps the app's shell: where it stands, and whether a newer one waits. */
export function createWorker(container: Container | undefined, reload: () => void) {
  let registration: Registration | undefined;
  const isWaiting = createStore(false);
  // The very first one is no update: there was nothing before it.
  const announce = () => (container?.controller ?? null) !== null && isWaiting.set(true);
  const watch = (found: Registration) => {
    registration = found;
    if (found.waiting) announce();
    found.addEventListener("updatefound", () => {
      const coming = found.installing;
      coming?.addEventListener("statechange", () => {
        if (coming.state === "installed") announce();
      });
    });
  };
  const look = () => void registration?.update().catch(() => undefined);

  const register = () => {
    container
      ?.register(trusted(window.trustedTypes), { updateViaCache: "none" })
      .then(watch)
      // Not over http, not in every private window: the app works without.
      .catch(() => undefined);
  };

  return {
    start: () => {
      if (container === undefined) return;
      setTimeout(register, AFTER_MS);
      setInterval(look, LOOK_EVERY_MS);
      window.addEventListener("online", look);
    },
    /** Only ever asked by the person: a page is never loaded anew under somebody's hands. */
    takeOver: () => {
      const waiting = registration?.waiting;
      if (!waiting) {
        reload();
        return;
      }
      container?.addEventListener("controllerchange", reload, { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      waiting.postMessage("take-over");
    },
    putOff: () => isWaiting.set(false),
    get: isWaiting.get,
    subscribe: isWaiting.subscribe,
  };
}

const container = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;

export const worker = createWorker(container, () => location.reload());
