import { createStore } from "#web/state/store.ts";

const WORKER = "/sw.js";
const POLICY = "pos-sw";
const LOOK_EVERY_MS = 60 * 60_000;
/** Delay after the first screen, whose other requests go first. */
const AFTER_MS = 3_000;

/**
 * Trusted Types, which the DOM types lack. The result is typed as a URL, because the worker API
 * accepts one.
 */
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

/** The Trusted Types rule: the service worker is the only script whose address may be a string. */
export function onlyWorker(url: string): string {
  if (url !== WORKER) throw new TypeError(`no script of this app: ${url}`);
  return url;
}

const trusted = (types: TrustedTypes | undefined): string | URL =>
  types?.createPolicy(POLICY, { createScriptURL: onlyWorker }).createScriptURL(WORKER) ?? WORKER;

type NewWorker = {
  state: string;
  addEventListener: (type: "statechange", listener: () => void) => void;
};
type Registration = {
  installing: NewWorker | null;
  waiting: { postMessage: (message: string) => void } | null;
  addEventListener: (type: "updatefound", listener: () => void) => void;
  update: () => Promise<unknown>;
};
/** The part of `navigator.serviceWorker` that is used here. */
type Container = {
  controller: unknown;
  register: (address: string | URL, options: { updateViaCache: "none" }) => Promise<Registration>;
  addEventListener: (
    type: "controllerchange",
    listener: () => void,
    options: { once: true },
  ) => void;
};

/**
 * Registers the service worker that caches the app's shell, and knows whether a newer one is
 * waiting.
 */
export function createWorker(container: Container | undefined, reload: () => void) {
  let registration: Registration | undefined;
  const isWaiting = createStore(false);
  // The first worker on a device is not an update.
  const announce = () => (container?.controller ?? null) !== null && isWaiting.set(true);
  const watch = (found: Registration) => {
    registration = found;
    if (found.waiting) announce();
    found.addEventListener("updatefound", () => {
      const newWorker = found.installing;
      newWorker?.addEventListener("statechange", () => {
        if (newWorker.state === "installed") announce();
      });
    });
  };
  const checkForUpdate = () => void registration?.update().catch(() => undefined);

  const register = () => {
    container
      ?.register(trusted(window.trustedTypes), { updateViaCache: "none" })
      .then(watch)
      // Service workers need HTTPS and are off in some private windows. The app works without one.
      .catch(() => undefined);
  };

  return {
    start: () => {
      if (container === undefined) return;
      setTimeout(register, AFTER_MS);
      setInterval(checkForUpdate, LOOK_EVERY_MS);
      window.addEventListener("online", checkForUpdate);
    },
    /** Called only when the person asks for it: a page is never reloaded while it is in use. */
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
