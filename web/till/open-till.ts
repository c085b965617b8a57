import * as z from "zod/mini";

import { success, written } from "#kernel/contract/api/envelope.ts";
import { CHANGES_PATH, TillChanges } from "#kernel/contract/api/till/changes.ts";
import type { CheckAnswer } from "#kernel/contract/api/till/entries.ts";
import { EnrolledTill } from "#kernel/contract/api/till/tills.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { exchangeSigned, type RawAnswer } from "#web/api/signed-request.ts";
import { connect, type Connection, databaseOf } from "#web/device/connection.ts";
import type { Cart } from "#web/state/cart.ts";
import { session } from "#web/state/session.ts";

import { afterPaint } from "./after-paint.ts";
import type { CopyPorts } from "./copies.ts";
import { createDataStore, createPartStore, type PartStore } from "./data-store.ts";
import { createEngine, type Engine } from "./engine.ts";
import { deviceNameOf, type Seller } from "./enrol.ts";
import { keepSession } from "./kept-session.ts";
import { COPIES_PART } from "./rows.ts";
import { canSign } from "./signer.ts";
import { createTillClock } from "./till-clock.ts";
import { type NewTillSale, NOT_READY, NoTill, type OwnSale, type TillNow } from "./till-now.ts";
import { createTillStore } from "./till-store.ts";

export { restoreLock } from "./kept-session.ts";

// The till in a browser: its database, its tabs, and when it sends.

export type TillPorts = Readonly<{
  show: (now: TillNow) => void;
  /** The id of the person who sells. */
  person: () => string | undefined;
  /** The data of this site were deleted: the till has to be opened again. */
  onDeleted: () => void;
}>;

export type OpenTill = Readonly<{
  open: () => Promise<void>;
  recordSale: (sale: NewTillSale) => Promise<OwnSale>;
  check: (cart: Cart) => Promise<CheckAnswer | undefined>;
  sync: () => void;
  signedPost: <Body>(path: string, schema: z.ZodMiniType<Body>, json: object) => Promise<Body>;
  exportUnsent: () => Promise<Blob>;
  meta: PartStore;
  close: () => void;
}>;

const MINUTE_MS = 60_000;

/** The till of a shop on this device. */
export async function openTill(shop: string, ports: TillPorts): Promise<OpenTill> {
  const connection = canSign() ? await tryToConnect(shop, ports) : undefined;
  if (connection === undefined) return openNone(ports);
  const tabs = createTabs(shop);
  const engine = createEngine({
    store: createTillStore(connection),
    data: createDataStore(connection),
    tenantId: shop,
    clock: createTillClock({ wall: Date.now, mono: () => performance.now() }),
    mono: () => performance.now(),
    send: exchangeSigned,
    enrol: async (json) =>
      (await request("/api/v1/tills", written(EnrolledTill), { method: "POST", json })).data,
    download,
    seller: () => sellerOf(shop),
    deviceName: () => deviceNameOf(navigator.userAgent),
    lock: (work) => lockFor(shop, work),
    person: ports.person,
    show: ports.show,
    announce: tabs.announce,
    later: (work) => void setTimeout(work),
    drawn: afterPaint,
  });
  try {
    await engine.read();
  } catch {
    // A newer version of the app wrote it, or the device cannot read it.
    connection.close();
    return openNone(ports);
  }
  const parts = createPartStore(connection);
  const signedPost: OpenTill["signedPost"] = async (path, schema, json) =>
    readAnswer(await engine.signedPost(path, json), schema);
  const contact = (): void => {
    // The sales first: a copy of the receipt of one that has not arrived is not counted yet.
    void engine
      .contact()
      .then(() => sendCopies({ parts, shop, signedPost }))
      .catch(() => undefined);
  };
  const stop = follow({ engine, tabs, contact });
  const stopKeeping = keepSession(parts, shop, session);
  void engine.dropOldSales().catch(() => undefined);
  contact();
  return {
    open: async () => {
      engine.want();
      engine.setPersistent(await askToPersist());
    },
    recordSale: engine.recordSale,
    check: engine.check,
    sync: contact,
    signedPost,
    exportUnsent: async () => new Blob([await engine.exportUnsent()], { type: "application/json" }),
    meta: parts,
    close: () => {
      stop();
      stopKeeping();
      engine.close();
      connection.close();
    },
  };
}

/** Few tills have copies to send, so what sends them is loaded when there are some. */
async function sendCopies(of: CopyPorts): Promise<void> {
  if ((await of.parts.get(COPIES_PART)) === undefined) return;
  const copies = await import("./copies.ts");
  await copies.sendCopies(of);
}

const tryToConnect = (shop: string, { onDeleted }: TillPorts): Promise<Connection | undefined> =>
  connect(shop, onDeleted).catch(() => undefined);

/** This browser cannot be a till. */
function openNone({ show }: TillPorts): OpenTill {
  show({ ...NOT_READY, isReady: true });
  const none = (): Promise<never> => Promise.reject(new NoTill());
  return {
    open: () => Promise.resolve(),
    recordSale: none,
    check: () => Promise.resolve(undefined),
    sync: () => undefined,
    signedPost: none,
    exportUnsent: none,
    meta: { get: () => Promise.resolve(undefined), put: none, delete: none },
    close: () => undefined,
  };
}

/** A till that is locked has a session without a token, which the server does not know. */
function sellerOf(shop: string): Seller | undefined {
  const current = session.get();
  return current?.tenant.id === shop && current.token !== "" ? current.user : undefined;
}

async function download(since: number | undefined): Promise<TillChanges> {
  const path = since === undefined ? CHANGES_PATH : `${CHANGES_PATH}?since=${since}`;
  return (await request(path, success(TillChanges))).data;
}

async function lockFor(shop: string, work: () => Promise<void>): Promise<void> {
  const { locks }: Readonly<{ locks?: LockManager | null }> = navigator;
  if (!locks) return work();
  await locks.request(`${databaseOf(shop)}:send`, work);
}

async function askToPersist(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}

const Refusal = z.object({ error: z.optional(z.string()), code: z.optional(z.string()) });
const SERVER_TROUBLE = 500;

function readAnswer<Body>({ status, json, retryAfterMs }: RawAnswer, schema: z.ZodMiniType<Body>) {
  const parsed = schema.safeParse(json);
  if (status === 200 && parsed.success) return parsed.data;
  const { error, code } = Refusal.safeParse(json).data ?? {};
  const isRefusal = status >= 400 && status < SERVER_TROUBLE;
  throw new RequestError(
    isRefusal ? "refused" : "fault",
    error ?? `HTTP error! status: ${status}`,
    {
      status,
      code,
      retryAfterMs,
      serverMessage: error,
    },
  );
}

type Tabs = ReturnType<typeof createTabs>;

/** Other tabs have a copy of the till in memory, and this one of the carts. */
function createTabs(shop: string) {
  const tills = new BroadcastChannel(`${databaseOf(shop)}:till`);
  const devices = new BroadcastChannel(databaseOf(shop));
  return {
    announce: (): void => {
      for (const channel of [tills, devices]) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
        channel.postMessage("changed");
      }
    },
    onChanged: (listener: () => void): void => tills.addEventListener("message", listener),
    close: (): void => {
      tills.close();
      devices.close();
    },
  };
}

/** A tab that sends many entries announces each batch. */
const READ_AGAIN_AFTER_MS = 300;

type Following = Readonly<{ engine: Engine; tabs: Tabs; contact: () => void }>;

/** Sends when the network or the person comes back, and each minute. Returns what ends it. */
function follow({ engine, tabs, contact }: Following): () => void {
  const done = new AbortController();
  const { signal } = done;
  let reading: ReturnType<typeof setTimeout> | undefined;
  const onMinute = (): void => {
    void engine.tick().catch(() => undefined);
    if (!document.hidden && navigator.onLine) contact();
  };
  tabs.onChanged(() => {
    reading ??= setTimeout(() => {
      reading = undefined;
      void engine.read().catch(() => undefined);
    }, READ_AGAIN_AFTER_MS);
  });
  window.addEventListener("online", contact, { signal });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.hidden) return;
      engine.woke();
      contact();
    },
    { signal },
  );
  const minutes = setInterval(onMinute, MINUTE_MS);
  const stopSession = session.subscribe(contact);
  return () => {
    done.abort();
    clearInterval(minutes);
    clearTimeout(reading);
    stopSession();
    tabs.close();
  };
}
