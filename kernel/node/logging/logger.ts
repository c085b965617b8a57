import { pino, stdTimeFunctions, type DestinationStream, type Logger } from "pino";

import { redact } from "./redact.ts";

export type { Logger } from "pino";

type LoggerOptions = Readonly<{ service: string; level: string }>;

/** One JSON line an event, in UTC, with secrets and personal data taken out. */
export function createLogger(
  { service, level }: LoggerOptions,
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    base: { service, pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: toFields,
    },
    // The finished line is the one place that also holds the bindings of every child logger.
    hooks: { streamWrite: (line: string) => `${JSON.stringify(redact(JSON.parse(line)))}\n` },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const OURS = new Set(["level", "time", "service", "pid"]);

/** A field cannot pass for what the logger itself says: a second `level` would win. */
const toFields = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => !OURS.has(key))
      .map(([key, value]) => [key, describeError(value)]),
  );

const MOST_CAUSES = 5;

/** Of an error only what cannot hold a row's values: pg's `detail` and `where` stay out. */
function describeError(value: unknown, depth = 0): unknown {
  if (!(value instanceof Error)) return value;
  if (depth === MOST_CAUSES) return "and so on";
  const { name, message, stack, cause } = value;
  return {
    type: name,
    message,
    ...(stack !== undefined && { stack }),
    ...("code" in value && typeof value.code === "string" && { code: value.code }),
    ...(cause !== undefined && { cause: describeError(cause, depth + 1) }),
    ...(value instanceof AggregateError && {
      errors: value.errors.map((error) => describeError(error, depth + 1)),
    }),
  };
}

/** What the adapters here need of a logger; pino's fits. */
export type Log = Readonly<
  Record<"info" | "warn" | "error", (fields: object, message: string) => void>
>;
