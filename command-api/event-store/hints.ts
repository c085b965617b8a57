import { setTimeout as delay } from "node:timers/promises";

import {
  type Client,
  createClient,
  type ConnectionSettings,
} from "#kernel/node/postgres/connections.ts";

const CHANNEL = "es_hint";
/** A payload holds 8,000 bytes. */
const TENANTS_A_NOTICE = 200;
const PAUSE_MS = 1000;

export type Hints = Readonly<{
  send: (tenantIds: ReadonlySet<string>) => void;
  close: () => Promise<void>;
}>;

/**
 * Tells relay and projector which tenants have news. Hints may be lost: both also sweep. They go by a
 * connection of their own, since NOTIFY inside the append's transaction would halve its rate, and without
 * waiting for the disk, since nothing is lost with them.
 */
export function createHints(settings: ConnectionSettings): Hints {
  const pending = new Set<string>();
  let sending: Promise<void> | undefined;
  let client: Client | undefined;
  let closed = false;

  async function connected(): Promise<Client> {
    if (client) return client;
    const fresh = createClient({ ...settings, settings: { synchronous_commit: "off" } });
    fresh.on("error", () => (client = undefined));
    fresh.on("end", () => (client = undefined));
    await fresh.connect();
    client = fresh;
    return fresh;
  }

  async function drain(): Promise<void> {
    while (pending.size > 0 && !closed) {
      const tenants = [...pending].slice(0, TENANTS_A_NOTICE);
      for (const tenant of tenants) pending.delete(tenant);
      try {
        const open = await connected();
        await open.query("select pg_notify($1, $2)", [CHANNEL, tenants.join(",")]);
      } catch {
        client = undefined;
        await delay(PAUSE_MS);
      }
    }
  }

  return {
    send(tenantIds) {
      for (const tenant of tenantIds) pending.add(tenant);
      sending ??= drain().finally(() => (sending = undefined));
    },
    async close() {
      closed = true;
      await sending;
      await client?.end();
    },
  };
}
