import * as z from "zod/mini";

import { connect, shopsHere } from "#web/device/connection.ts";
import {
  isLocked,
  isOnlySell,
  isSuperAdmin,
  isVisit,
  Session,
  type session,
} from "#web/state/session.ts";

import { createPartStore, type PartStore } from "./data-store.ts";

// A browser writes local storage to the disk up to a minute late. So the shop's database also has the
// last session, without its token, once someone has unlocked the till with a PIN. After the browser
// has died, the till opens locked and not signed out.

const KEPT = "session";

const Kept = z.object({ session: Session, keptMs: z.int() });
type Kept = z.infer<typeof Kept>;

/** The session of a page. */
type Page = Pick<typeof session, "get" | "isFirst" | "start" | "subscribe">;

/**
 * Keeps the last session in the shop's database. If the page began with an older one, locks the till
 * first. Returns the function that ends it.
 */
export function keepSession(parts: PartStore, shop: string, page: Page): () => void {
  // Changes are written in their order, each with the session of that moment.
  let last = restore(parts, page).catch(() => undefined);
  let isEnded = false;
  const keep = (): void => {
    last = last
      .then(() => (isEnded ? undefined : change(parts, shop, page.get())))
      .catch(() => undefined);
  };
  keep();
  const stop = page.subscribe(keep);
  return () => {
    isEnded = true;
    stop();
  };
}

async function restore(parts: PartStore, page: Page): Promise<void> {
  const kept = await readKept(parts);
  if (kept !== undefined && page.isFirst() && !isSame(kept.session, page.get())) {
    page.start(locked(kept));
  }
}

async function change(parts: PartStore, shop: string, current: Session | undefined): Promise<void> {
  if (isVisit(current)) return;
  const isHere =
    current?.tenant.id === shop && !isSuperAdmin(current) && current.user.only_setup !== true;
  if (!isHere) await parts.delete(KEPT);
  else if (isOnlySell(current) || (await parts.get(KEPT)) !== undefined) {
    await parts.put(KEPT, { session: { ...current, token: "" }, keptMs: Date.now() });
  }
}

/**
 * For a page that began without a session: locks the till of this device that was used last. False
 * if no till was.
 */
export async function restoreLock(page: Page): Promise<boolean> {
  const all: Kept[] = [];
  for (const shop of await shopsHere()) {
    const connection = await connect(shop).catch(() => undefined);
    if (connection === undefined) continue;
    const kept = await readKept(createPartStore(connection));
    if (kept !== undefined) all.push(kept);
    connection.close();
  }
  const kept = all.toSorted((a, b) => b.keptMs - a.keptMs)[0];
  if (kept === undefined || page.get() !== undefined) return false;
  page.start(locked(kept));
  return true;
}

const readKept = async (parts: PartStore): Promise<Kept | undefined> =>
  Kept.safeParse(await parts.get(KEPT)).data;

const locked = ({ session: last }: Kept): Session => ({
  ...last,
  user: { ...last.user, only_sell: true, locked: true },
});

const isSame = (kept: Session, now: Session | undefined): boolean =>
  kept.tenant.id !== now?.tenant.id ||
  (kept.user.id === now.user.id &&
    isLocked(kept) === isLocked(now) &&
    isOnlySell(kept) === isOnlySell(now));
