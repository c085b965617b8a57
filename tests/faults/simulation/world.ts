import pg from "pg";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { createMemoryBus, type MemoryBus } from "#tests/kit/fakes/memory-bus.ts";
import { openTcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

import { type Clocks, openClocks } from "./clocks.ts";
import { stockShop } from "./operations.ts";
import type { Planted } from "./planted/planted.ts";
import {
  type CommandProcess,
  type ReaderProcess,
  startCommands,
  startProjector,
  startReader,
} from "./processes.ts";
import type { Streams } from "./random-streams.ts";
import { type Sent, startReactor } from "./reactor.ts";
import { openSlot, type Running, type Slot } from "./slot.ts";
import { type Accepted, drawUnreliability, recording, unreliable } from "./unreliable-bus.ts";

/** Two shops with the same products, customers and commands: only the tenant tells them apart. */
export const SHOPS: readonly TenantId[] = [tenant(1), tenant(2)];

/** Everything that a run needs and can break. */
export type World = Readonly<{
  adminUrl: string;
  admin: pg.Pool;
  auditor: Pool;
  clocks: Clocks;
  bus: MemoryBus;
  accepted: Accepted;
  redis: Awaited<ReturnType<typeof openTcpProxy>>;
  commands: readonly Slot<CommandProcess>[];
  projectors: readonly Slot<Running>[];
  reader: Slot<ReaderProcess>;
  reactor: Slot<Running>;
  sent: readonly Sent[];
  /** `ended`: nothing is left of the killed processes. */
  close: () => Promise<Readonly<{ ended: Promise<unknown> }>>;
}>;

export type WorldOptions = Readonly<{
  adminUrl: string;
  redisUrl: string;
  streams: Streams;
  planted: Planted | undefined;
}>;

export async function openWorld({
  adminUrl,
  redisUrl,
  streams,
  planted,
}: WorldOptions): Promise<World> {
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  admin.on("error", () => undefined);
  const auditor = poolAs("auditor_ro", adminUrl, 2);
  const clocks = await openClocks(admin);
  for (const sql of planted?.sql ?? []) await admin.query(sql);
  await openShops(adminUrl);

  const bus = createMemoryBus();
  const accepted: Accepted = new Map();
  const { hostname: host, port } = new URL(redisUrl);
  const redis = await openTcpProxy({ host, port: Number(port) });
  const sent: Sent[] = [];
  const clockOf = (name: string) => clocks.of(name).now;
  const slot = <Process extends Running>(
    name: string,
    start: (url: string, signal: AbortSignal) => Process | Promise<Process>,
  ) => openSlot({ name, adminUrl, start });

  const commands = (name: string) =>
    slot(name, (url, signal) =>
      startCommands({
        url,
        planted,
        clock: clockOf(name),
        publisher: recording(bus.createPublisher(), { accepted, signal }),
        redisUrl: `redis://127.0.0.1:${redis.port}`,
      }),
    );
  const projector = (name: string) =>
    slot(name, (url) => {
      const how = drawUnreliability(streams("unreliable", name));
      const consumer = unreliable(bus.createConsumer("projector"), { streams, how });
      return startProjector({ url, planted, clock: clockOf(name), consumer });
    });
  const opened = {
    commands: await Promise.all([commands("commands 1"), commands("commands 2")]),
    projectors: await Promise.all([projector("projector 1"), projector("projector 2")]),
    reader: await slot("reader", (url) => startReader({ url, planted, clock: clockOf("reader") })),
    reactor: await slot("reactor", (url, signal) =>
      startReactor({ url, clock: clockOf("reactor"), sent, signal }),
    ),
  };
  return {
    adminUrl,
    admin,
    auditor,
    clocks,
    bus,
    accepted,
    redis,
    sent,
    ...opened,
    close: async () => {
      const ended = Promise.all(slotsOf(opened).map((one) => one.end()));
      await redis.close();
      await Promise.all([admin.end(), auditor.end()]);
      return { ended };
    },
  };
}

/** All places of processes, in a fixed order. */
export const slotsOf = ({
  commands,
  projectors,
  reader,
  reactor,
}: Pick<World, "commands" | "projectors" | "reader" | "reactor">): readonly Slot<Running>[] => [
  ...commands,
  ...projectors,
  reader,
  reactor,
];

async function openShops(adminUrl: string): Promise<void> {
  const pool = poolAs("cmd_writer", adminUrl, 2);
  const store = createEventStore(pool);
  const sealer = sealerOver(pool);
  await Promise.all(
    SHOPS.map(async (tenantId) => {
      await openShop(store, tenantId);
      await stockShop({ store, sealer, tenantId });
    }),
  );
  await pool.end();
}
