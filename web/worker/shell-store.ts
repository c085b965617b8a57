import { DOCUMENTS, HASHED } from "./answer-of.ts";
import type { Shell } from "./answer-of.ts";

const NAME = "tillbook-shell-";
/** Open tabs of the previous version still load its files. */
const VERSIONS_KEPT = 2;

const LOOSELY = { ignoreSearch: true, ignoreVary: true };

type Looking = typeof LOOSELY;
type Find = (path: string, how: Looking) => Promise<Response | undefined>;

/** The part of the Cache API that is used here. */
export type StoreScope = {
  caches: {
    open: (
      name: string,
    ) => Promise<{ put: (path: string, answer: Response) => Promise<void>; match: Find }>;
    match: Find;
    keys: () => Promise<string[]>;
    delete: (name: string) => Promise<boolean>;
  };
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
};

/** Caches the shell of one version, beside that of the previous version. */
export function createShellStore({ caches, fetch }: StoreScope, shell: Shell) {
  const name = NAME + shell.version;

  const fileOf = async (file: string): Promise<Response> => {
    const isHashed = file.startsWith(HASHED);
    const older = isHashed ? await caches.match(file, LOOSELY) : undefined;
    return older ?? good(await fetch(file, { cache: isHashed ? "default" : "reload" }));
  };
  const documentOf = async (path: string): Promise<Response> => {
    const sent = good(await fetch(path, { cache: "reload", headers: { accept: "text/html" } }));
    const html = await sent.clone().text();
    if (!html.includes(shell.entry)) throw new Error(`${path} is another version's`);
    return sent;
  };

  return {
    /** Caches all files or none: a partial shell must not be installed. */
    fill: async (): Promise<void> => {
      const cache = await caches.open(name);
      const keep = async (path: string, sent: Promise<Response>) => cache.put(path, await sent);
      await Promise.all([
        ...shell.files.map((file) => keep(file, fileOf(file))),
        ...DOCUMENTS.map((path) => keep(path, documentOf(path))),
        ...shell.whenUsed.map(async (path) => {
          const older = await caches.match(path, LOOSELY);
          if (older !== undefined) await cache.put(path, older);
        }),
      ]);
    },
    /** A full device keeps it not, and works with a network as before. */
    keepUsed: async (path: string, sent: Response): Promise<void> => {
      if (!shell.whenUsed.includes(path) || !sent.ok) return;
      const copy = sent.clone();
      await caches
        .open(name)
        .then((cache) => cache.put(path, copy))
        .catch(() => undefined);
    },
    find: async (path: string): Promise<Response | undefined> => {
      const cache = await caches.open(name);
      return (await cache.match(path, LOOSELY)) ?? caches.match(path, LOOSELY);
    },
    forgetOld: async (): Promise<void> => {
      const others = (await caches.keys()).filter((key) => key.startsWith(NAME) && key !== name);
      const old = others.slice(0, Math.max(0, others.length + 1 - VERSIONS_KEPT));
      await Promise.all(old.map((key) => caches.delete(key)));
    },
  };
}

function good(response: Response): Response {
  if (response.ok && !response.redirected) return response;
  throw new Error(`${response.url} was answered ${response.status}`);
}
