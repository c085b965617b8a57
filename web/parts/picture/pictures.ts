import { requestFile } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { isVisit, session } from "#web/state/session.ts";

// The pictures of products that this device has shown. They are kept for the shop that is signed in,
// so that they are there without a network, and are deleted when its session ends.

const STORE = "tillbook-pictures";
/** At 40 kB at most 20 MB. Those that were kept first are dropped first. */
const MOST_KEPT = 500;
const MOST_IN_MEMORY = 300;
/** So that a sale never waits in a line of pictures. */
const MOST_AT_ONCE = 2;
const NOT_FOUND = 404;

type Source = string | undefined;

const shopNow = (): string | undefined => session.get()?.tenant.id;
const addressOf = (shop: string, sha256: string): string => `/pictures/${shop}/${sha256}`;

/** As the address of an image. The content policy of the pages allows `data:`. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : ""),
    );
    reader.addEventListener("error", () => reject(reader.error ?? new Error("not readable")));
    reader.readAsDataURL(file);
  });
}

/** Absent without a secure context, and where the browser stores nothing. */
const openStore = async (): Promise<Cache | undefined> =>
  "caches" in globalThis ? caches.open(STORE).catch(() => undefined) : undefined;

/** Also drops those of another shop, if its session ended while no page was open. */
async function keep(store: Cache, shop: string, sha256: string, file: Blob): Promise<void> {
  const current = session.get();
  if (current?.tenant.id !== shop || isVisit(current)) return;
  await store.put(addressOf(shop, sha256), new Response(file));
  const kept = await store.keys();
  const isOld = ({ url }: Request, at: number): boolean =>
    at < kept.length - MOST_KEPT || !url.includes(addressOf(shop, ""));
  await Promise.all(kept.filter(isOld).map((one) => store.delete(one)));
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < MOST_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function download(sha256: string): Promise<Blob | undefined> {
  try {
    return (await requestFile(`/api/v1/pictures/${sha256}`)).file;
  } catch (error) {
    if (error instanceof RequestError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

async function find(shop: string, sha256: string): Promise<Source> {
  const store = await openStore();
  const kept = await store?.match(addressOf(shop, sha256)).catch(() => undefined);
  if (kept) return toDataUrl(await kept.blob());
  // A locked till has no session that the server knows.
  if (session.get()?.token === "") throw new Error("no session");
  const file = await inTurn(() => download(sha256));
  if (file === undefined) return undefined;
  if (store) void keep(store, shop, sha256, file).catch(() => undefined);
  return toDataUrl(file);
}

const known = new Map<string, Promise<Source>>();

session.subscribe(() => {
  const shop = shopNow();
  for (const address of known.keys()) {
    if (shop === undefined || !address.startsWith(addressOf(shop, ""))) known.delete(address);
  }
  if (shop === undefined && "caches" in globalThis) void caches.delete(STORE);
});

/** Undefined if there is no such picture. Rejects without a network; the next call tries again. */
export function pictureOf(sha256: string): Promise<Source> {
  const shop = shopNow();
  if (shop === undefined) return Promise.resolve(undefined);
  const address = addressOf(shop, sha256);
  const before = known.get(address);
  if (before) return before;
  const found = find(shop, sha256);
  known.set(address, found);
  found.catch(() => known.delete(address));
  const [oldest] = known.keys();
  if (known.size > MOST_IN_MEMORY && oldest !== undefined) known.delete(oldest);
  return found;
}
