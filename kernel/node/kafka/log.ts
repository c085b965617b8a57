import type { Log } from "#kernel/node/logging/logger.ts";

type KafkaEntry = Readonly<{
  namespace: string;
  label: string;
  log: Readonly<{ message: string }>;
}>;

/** The error of requests that were given up on purpose: no news to anybody. */
export const THROWN_AWAY = "this connection to Kafka was thrown away";

const REPEAT_AFTER_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/** By logger, not by connection: while a broker is away there is a new connection each second. */
const saidTo = new WeakMap<Log, Map<string, number>>();

/** kafkajs says the same thing many times over while a broker is away: once a minute is enough. */
export function createKafkaLog(log: Log) {
  const lastSaid = saidTo.get(log) ?? new Map<string, number>();
  saidTo.set(log, lastSaid);
  return ({ namespace, label, log: { message, ...rest } }: KafkaEntry): void => {
    const now = performance.now();
    const isRepeated = now - (lastSaid.get(message) ?? -Infinity) < REPEAT_AFTER_MS;
    if (isRepeated || message.includes(THROWN_AWAY)) return;
    if (lastSaid.size >= MOST_REMEMBERED) lastSaid.clear();
    lastSaid.set(message, now);
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
