import { pino, stdTimeFunctions, type DestinationStream, type Logger } from "pino";

import { redact } from "./redact.ts";

export type { Logger } from "pino";

type LoggerOptions = Readonly<{ service: string; level: string }>;

/** Writes one JSON line per entry, in UTC, without secrets and personal data. */
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
    // Redacts the finished line: only it contains the bindings of all child loggers.
    hooks: { streamWrite: (line: string) => `${JSON.stringify(redact(JSON.parse(line)))}\n` },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const OURS = new Set(["level", "time", "service", "pid"]);

/** Drops fields named like the logger's own: a second `level` would win. */
const toFields = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => !OURS.has(key))
      .map(([key, value]) => [key, describeError(value)]),
  );

const MOST_CAUSES = 5;

/** Only what cannot contain a row's values: not the `detail` and `where` of pg. */
function describeError(value: unknown, depth = 0): unknown {
  if (!(value instanceof Error)) return value;
  if (depth === MOST_CAUSES) return "and so on";
  const { name, stack, cause } = value;
  const message = withoutValue(value);
  return {
    type: name,
    message,
    ...(stack !== undefined && { stack: stack.replace(value.message, () => message) }),
    ...("code" in value && typeof value.code === "string" && { code: value.code }),
    ...(cause !== undefined && { cause: describeError(cause, depth + 1) }),
    ...(value instanceof AggregateError && {
      errors: value.errors.map((error) => describeError(error, depth + 1)),
    }),
  };
}

/** Postgres quotes the text that it cannot read: `invalid input syntax for type uuid: "..."`. */
const withoutValue = (error: Error): string =>
  "severity" in error ? error.message.replace(/: ".*$/s, "") : error.message;

/** The part of a logger that adapters need; pino's fits. */
export type Log = Readonly<
  Record<"info" | "warn" | "error", (fields: object, message: string) => void>
>;
