/** What a build keeps on the device. */
export type Shell = Readonly<{
  /** Of everything in it, and of the headers it is sent with. */
  version: string;
  files: readonly string[];
  /** The script every document of this version names: a document without it is another version's. */
  entry: string;
}>;

/** Each with the policy it was sent with; the second one may run WebAssembly. */
const DOCUMENT = "/app";
const SELL_DOCUMENT = "/app/sell";
export const DOCUMENTS: readonly string[] = [DOCUMENT, SELL_DOCUMENT];

/** Vite puts a hash of the content into these names: another version's may be asked for, too. */
export const HASHED = "/assets/";

/** First from where; the other where there is none. */
export type Kept = Readonly<{ from: "shell" | "network-or-shell"; path: string }>;
export type Answer = Readonly<{ from: "network" }> | Kept;

type Asked = Readonly<{ method: string; mode: string; url: string }>;

const NETWORK: Answer = { from: "network" };
/** Other people's: calls of the API and pages that are not the app's. */
const NOT_OURS = /^\/(?:api|docs|checkpoints|dev|health)(?:\/|$)|\.php$/;
const APP = /^\/(?:app|auth)(?:\/|$)/;

/** Who answers a request. An answer of the API is neither kept nor given by the device. */
export function answerOf({ method, mode, url }: Asked, origin: string, shell: Shell): Answer {
  const { origin: asked, pathname } = new URL(url);
  if (method !== "GET" || asked !== origin || NOT_OURS.test(pathname)) return NETWORK;
  if (mode !== "navigate") {
    const isKept = pathname.startsWith(HASHED) || shell.files.includes(pathname);
    return isKept ? { from: "shell", path: pathname } : NETWORK;
  }
  const path = pathname === SELL_DOCUMENT ? SELL_DOCUMENT : DOCUMENT;
  return { from: APP.test(pathname) ? "shell" : "network-or-shell", path };
}
