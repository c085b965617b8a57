import type { Log } from "#kernel/node/logging/logger.ts";

type KafkaEntry = Readonly<{
  namespace: string;
  label: string;
  log: Readonly<{ message: string }>;
}>;

/** The error of requests that were given up on purpose: no news to anybody. */
export const DISCARDED = "this connection to Kafka was thrown away";

const REPEAT_AFTER_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/** By logger, not by connection: while a broker is away there is a new connection each second. */
const loggedBy = new WeakMap<Log, Map<string, number>>();

/** kafkajs says the same thing many times over while a broker is away: once a minute is enough. */
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
 * kafkajs 2.2.4 sets a timer in the past each time its queue of requests is empty. Node 24 warns of
 * it once; the timer is harmless. Every other warning, and this one of anybody else, goes through.
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
