import * as z from "zod/mini";

import { firstScreen } from "#web/state/first-screen.ts";
import { isVisit, session, type Session } from "#web/state/session.ts";

import type { Answered } from "./http-client.ts";

// The last answers of the server, kept on the device for one person: the one who is signed in.
// They are erased at sign-out, when the server ends the session, and when anyone else signs in.

const DATABASE = "tillbook";
const STORE = "answers";
const AGE = "savedMs";
const OWNER = "owner";
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000;

const KeptAnswer = z.object({
  path: z.string(),
  owner: z.string(),
  /** By the clock of the device. */
  savedMs: z.int(),
  body: z.unknown(),
  /** The length of the whole list, if this is one page of it. */
  total: z.nullable(z.string()),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** A role sees other figures than the next, so it is part of the owner. */
const ownerOf = ({ tenant, user }: Session): string => `${tenant.id}/${user.id}/${user.role}`;

/** A super admin who views a shop leaves nothing of it on the device. */
function ownerNow(): string | undefined {
  const current = session.get();
  return current === undefined || isVisit(current) ? undefined : ownerOf(current);
}

const isYoung = ({ savedMs }: KeptAnswer): boolean => {
  const ageMs = Date.now() - savedMs;
  // A time to come means that the clock was set back, so the age is unknown.
  return ageMs >= 0 && ageMs < KEPT_FOR_MS;
};

const resultOf = <Result>(asked: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    asked.addEventListener("success", () => resolve(asked.result));
    asked.addEventListener("error", () => reject(asked.error ?? new Error("no answer")));
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= openDatabase();
  return opened;
}

async function openDatabase(): Promise<IDBDatabase> {
  try {
    const asked = indexedDB.open(DATABASE, 1);
    asked.addEventListener("upgradeneeded", () => {
      const store = asked.result.createObjectStore(STORE, { keyPath: "path" });
      for (const index of [AGE, OWNER]) store.createIndex(index, index);
    });
    const database = await resultOf(asked);
    database.addEventListener("versionchange", () => {
      database.close();
      opened = undefined;
    });
    return database;
  } catch (error) {
    opened = undefined;
    throw error;
  }
}

const storeFor = (database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore =>
  database.transaction(STORE, mode).objectStore(STORE);

/** Storage may be full or blocked; then there is no earlier answer, and the app waits for the new one. */
const withoutStorage = (): undefined => undefined;

/** `token` is the session the answer was sent to; it may have ended since. */
async function keep({ path, body, total }: Answered, token: string | undefined): Promise<void> {
  const database = await open();
  const owner = ownerNow();
  // Nothing is awaited between this check and the write, so no sign-out comes between them.
  if (owner === undefined || token === undefined || token !== session.get()?.token) return;
  const store = storeFor(database, "readwrite");
  await resultOf(store.put({ path, owner, savedMs: Date.now(), body, total }));
}

async function find(path: string): Promise<KeptAnswer | undefined> {
  const owner = ownerNow();
  if (owner === undefined) return undefined;
  const found = KeptAnswer.safeParse(await resultOf(storeFor(await open(), "readonly").get(path)));
  if (!found.success) return undefined;
  if (found.data.owner === owner && isYoung(found.data)) {
    return owner === ownerNow() ? found.data : undefined;
  }
  await forgetAll();
  return undefined;
}

async function forget(path: string): Promise<void> {
  await resultOf(storeFor(await open(), "readwrite").delete(path));
}

async function forgetAll(): Promise<void> {
  await resultOf(storeFor(await open(), "readwrite").clear());
}

async function forgetOld(): Promise<void> {
  const store = storeFor(await open(), "readwrite");
  const old = IDBKeyRange.upperBound(Date.now() - KEPT_FOR_MS);
  const paths = await resultOf(store.index(AGE).getAllKeys(old));
  await Promise.all(paths.map((path) => resultOf(store.delete(path))));
}

/** Those of a person who was signed in before, if this page did not see them sign out. */
async function forgetOthers(): Promise<void> {
  const answers = storeFor(await open(), "readonly").index(OWNER);
  const owners = await Promise.all([
    resultOf(answers.openKeyCursor(null, "next")),
    resultOf(answers.openKeyCursor(null, "prev")),
  ]);
  const owner = ownerNow();
  if (owners.some((found) => found !== null && found.key !== owner)) await forgetAll();
}

export const keptAnswers = {
  keep: (answered: Answered, token: string | undefined): Promise<void> =>
    keep(answered, token).catch(withoutStorage),
  find: (path: string): Promise<KeptAnswer | undefined> => find(path).catch(withoutStorage),
  forget: (path: string): Promise<void> => forget(path).catch(withoutStorage),
  forgetAll: (): Promise<void> => forgetAll().catch(withoutStorage),
  forgetOthers: (): Promise<void> => forgetOthers().catch(withoutStorage),
  /** Also erases answers of pages that are not opened again. */
  forgetOld: (): Promise<void> => forgetOld().catch(withoutStorage),
};

/**
 * Erases the answers whenever the session changes, and at the start those of another person: the
 * session may have ended while no page was open. Returns the function that stops it.
 */
export function forgetWithSession(): () => void {
  let token = session.get()?.token;
  void keptAnswers.forgetOthers();
  return session.subscribe(() => {
    const next = session.get()?.token;
    if (next !== token) void keptAnswers.forgetAll();
    token = next;
  });
}

forgetWithSession();
firstScreen.whenShown(() => void keptAnswers.forgetOld());
