import type { Log } from "#kernel/node/logging/logger.ts";

type KafkaEntry = Readonly<{
  namespace: string;
  label: string;
  log: Readonly<{ message: string }>;
}>;

/** The error of requests that were discarded on purpose; not worth a log line. */
export const DISCARDED = "this connection to Kafka was thrown away";

const REPEAT_AFTER_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/** Per logger, not per connection: while a broker is away, a new connection is made each second. */
const loggedBy = new WeakMap<Log, Map<string, number>>();

/** kafkajs repeats its messages while a broker is away. Logs each at most once a minute. */
export function createKafkaLog(log: Log) {
  const lastLogged = loggedBy.get(log) ?? new Map<string, number>();
  loggedBy.set(log, lastLogged);
  return ({ namespace, label, log: { message, ...rest } }: KafkaEntry): void => {
    const now = performance.now();
    const isRepeated = now - (lastLogged.get(message) ?? -Infinity) < REPEAT_AFTER_MS;
    if (isRepeated || message.includes(DISCARDED)) return;
    if (lastLogged.size >= MOST_REMEMBERED) lastLogged.clear();
    lastLogged.set(message, now);
    log.warn({ ...rest, kafka: namespace, level: label }, message);
  };
}

let isFiltered = false;

/**
 * kafkajs 2.2.4 sets a timer in the past whenever its request queue is empty. Node 24 warns once;
 * the timer is harmless. All other warnings pass, and so does this one from other code.
 */
export function filterTimeoutWarning(): void {
  if (isFiltered) return;
  isFiltered = true;
  const emitWarning = process.emitWarning.bind(process);
  const filtered = (...args: Parameters<typeof emitWarning>): void => {
    const isNegativeTimeout = Array.from<unknown>(args).includes("TimeoutNegativeWarning");
    if (isNegativeTimeout && new Error("whose").stack?.includes("kafkajs") === true) return;
    emitWarning(...args);
  };
  Object.defineProperty(process, "emitWarning", { value: filtered, configurable: true });
}
