import { createPendingTenants } from "#kernel/node/pending-tenants.ts";
import {
  type Client,
  type ConnectionSettings,
  createClient,
} from "#kernel/node/postgres/connections.ts";
import { pause } from "#kernel/node/time.ts";

const CHANNEL = "es_hint";
/** A payload holds 8,000 bytes. */
const TENANTS_A_NOTICE = 200;
const PAUSE_MS = 1000;

export type Hints = Readonly<{
  send: (tenantIds: ReadonlySet<string>) => void;
  close: () => Promise<void>;
}>;

/**
 * Tells relay and projector which tenants have new events. Hints may be lost, because both also sweep. They use
 * their own connection, since NOTIFY inside the append's transaction would halve its rate, and they do not wait
 * for the disk.
 */
export function createHints(settings: ConnectionSettings): Hints {
  const pending = createPendingTenants();
  const closing = new AbortController();
  const { signal } = closing;
  let client: Client | undefined;

  async function connectClient(): Promise<Client> {
    if (client) return client;
    const fresh = createClient({ ...settings, settings: { synchronous_commit: "off" } });
    fresh.on("error", () => (client = undefined));
    fresh.on("end", () => (client = undefined));
    await fresh.connect();
    client = fresh;
    return fresh;
  }

  async function notify(): Promise<void> {
    while (!signal.aborted) {
      const batch = await pending.next(TENANTS_A_NOTICE, signal);
      if (batch === undefined) return;
      try {
        const open = await connectClient();
        await open.query("select pg_notify($1, $2)", [CHANNEL, batch.tenantIds.join(",")]);
      } catch {
        // One that has not answered is still open.
        void client?.end().catch(() => undefined);
        client = undefined;
        await pause(PAUSE_MS, signal);
      }
    }
  }

  const running = notify();
  return {
    send: (tenantIds) => pending.add(tenantIds),
    async close() {
      closing.abort();
      await running;
      await client?.end();
    },
  };
}
