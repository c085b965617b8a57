import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { runTool } from "#standalone/product/postgres/run-process.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";

import { kafkaAnswers } from "./exchange.ts";
import { startServerProcess, type ServerProcess } from "./server-process.ts";
import type { StartedService } from "./service-types.ts";

const START_MS = 60_000;
// The same after the data is erased, as with a broker that has it in its settings.
const CLUSTER_ID = "tillbookTillbookTillbk";

// Short sessions of the broker with its controller: after a kill it may register again only when
// its session has expired.
const properties = (port: number, controllerPort: number, data: string): string => `
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=127.0.0.1:${controllerPort}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${data}
num.partitions=1
auto.create.topics.enable=false
offsets.topic.num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
`;

// A small broker that starts fast: no second compiler tier, one garbage collection thread.
const JVM = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlog4j2.level=WARN"];

/** One KRaft node from Kafka's own jars, on ports that stay the same over restarts. */
export const startKafkaServer = async (
  java: string,
  libs: string,
  folder: string,
): Promise<StartedService> => {
  const [port, controllerPort] = [await ownPort(), await ownPort()];
  const data = join(folder, "data");
  const config = join(folder, "server.properties");
  const classPath = ["-cp", join(libs, "*")];
  await mkdir(folder, { recursive: true });
  await writeFile(config, properties(port, controllerPort, data));

  const format = async (): Promise<void> => {
    const tool = ["kafka.tools.StorageTool", "format", "--standalone"];
    const args = [...JVM, ...classPath, ...tool, "-t", CLUSTER_ID, "-c", config];
    const { code, output } = await runTool(java, args);
    if (code !== 0) throw new Error(`Kafka's storage cannot be formatted: ${output}`);
  };
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      command: java,
      args: [...JVM, ...classPath, "kafka.Kafka", config],
      cwd: folder,
      logFile: join(folder, "server.log"),
      isReady: () => kafkaAnswers(port),
      timeoutMs: START_MS,
    });

  await format();
  let server = await start();
  const kill = (): Promise<void> => server.signal("SIGKILL");
  return {
    address: `127.0.0.1:${port}`,
    actions: {
      kill,
      stop: () => server.signal("SIGTERM"),
      freeze: async () => server.send("SIGSTOP"),
      thaw: async () => server.send("SIGCONT"),
      restart: async () => {
        await server.signal("SIGTERM");
        server = await start();
      },
      eraseData: async () => {
        await kill();
        await rm(data, { recursive: true });
        await format();
        server = await start();
      },
    },
    end: kill,
  };
};
