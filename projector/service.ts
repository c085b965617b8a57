import type { EventConsumer } from "#kernel/node/kafka/event-bus.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import type { Clock } from "#kernel/node/time.ts";

import { createProjector, type Projector } from "./projector.ts";

export type ProjectorServiceOptions = Readonly<{
  databaseUrl: string;
  password: string;
  poolSize: number;
  dataKey: Buffer;
  clock: Clock;
  logger: Log;
  consumer?: EventConsumer | undefined;
}>;

export const createProjectorService = ({
  databaseUrl: url,
  password,
  logger: log,
  ...rest
}: ProjectorServiceOptions): Projector =>
  createProjector({ ...rest, log, connection: { url, role: "projector", password } });
