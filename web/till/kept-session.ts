import * as z from "zod/mini";

import { connect, shopsHere } from "#web/device/connection.ts";
import { isSuperAdmin, isVisit, Session, session } from "#web/state/session.ts";

import { createPartStore, type PartStore } from "./data-store.ts";

// Local storage reaches the disk up to a minute late. So the database of a shop also says, without
// the token, whose session it was last: a page whose browser died opens locked, not signed out.

const KEPT = "session";

const Kept = z.object({ session: Session, keptMs: z.int() });
type Kept = z.infer<typeof Kept>;

/** Returns what ends it. */
export function keepSession(parts: PartStore, shop: string): () => void {
  const keep = (): void => {
    const current = session.get();
    if (isVisit(current)) return;
    const isHere =
      current?.tenant.id === shop && !isSuperAdmin(current) && current.user.only_setup !== true;
    const kept = { session: { ...current, token: "" }, keptMs: Date.now() };
    const done = isHere ? parts.put(KEPT, kept) : parts.delete(KEPT);
    done.catch(() => undefined);
  };
  keep();
  return session.subscribe(keep);
}

/** Of the shop on this device that had one last, among those of which `isWanted` is true. */
export async function lastKeptSession(
  isWanted: (parts: PartStore) => Promise<boolean>,
): Promise<Session | undefined> {
  const all: Kept[] = [];
  for (const shop of await shopsHere()) {
    const connection = await connect(shop).catch(() => undefined);
    if (connection === undefined) continue;
    const parts = createPartStore(connection);
    const kept = Kept.safeParse(await parts.get(KEPT)).data;
    if (kept !== undefined && (await isWanted(parts))) all.push(kept);
    connection.close();
  }
  return all.toSorted((a, b) => b.keptMs - a.keptMs)[0]?.session;
}
