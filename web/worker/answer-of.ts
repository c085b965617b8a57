/** The files of a build that are cached on the device. */
export type Shell = Readonly<{
  /** A hash of all files and of the headers they are sent with. */
  version: string;
  files: readonly string[];
  /** Files that are cached when a page has used them. */
  whenUsed: readonly string[];
  /**
   * The script that every document of this version loads. A document without it belongs to another
   * version.
   */
  entry: string;
}>;

/** Two documents, because they have different policies: the second may run WebAssembly. */
const DOCUMENT = "/app";
const SELL_DOCUMENT = "/app/sell";
export const DOCUMENTS: readonly string[] = [DOCUMENT, SELL_DOCUMENT];

/**
 * Vite adds a content hash to these names, so that a page may also request files of another
 * version.
 */
export const HASHED = "/assets/";

/** The source to try first; the other is the fallback. */
export type Kept = Readonly<{ from: "shell" | "network-or-shell"; path: string }>;
export type Answer = Readonly<{ from: "network" }> | Kept;

type RequestParts = Readonly<{ method: string; mode: string; url: string }>;

const NETWORK: Answer = { from: "network" };
/** Requests that the worker does not handle: the API, and pages outside the app. */
const NOT_OURS = /^\/(?:api|docs|checkpoints|dev|health)(?:\/|$)|\.php$/;
const APP = /^\/(?:app|auth)(?:\/|$)/;

/**
 * Decides what answers a request. Responses of the API are neither cached nor served from the
 * device.
 */
export function answerOf(
  { method, mode, url }: RequestParts,
  origin: string,
  shell: Shell,
): Answer {
  const { origin: asked, pathname } = new URL(url);
  if (method !== "GET" || asked !== origin || NOT_OURS.test(pathname)) return NETWORK;
  if (mode !== "navigate") {
    const isKept = pathname.startsWith(HASHED) || shell.files.includes(pathname);
    return isKept ? { from: "shell", path: pathname } : NETWORK;
  }
  const path = pathname === SELL_DOCUMENT ? SELL_DOCUMENT : DOCUMENT;
  return { from: APP.test(pathname) ? "shell" : "network-or-shell", path };
}
