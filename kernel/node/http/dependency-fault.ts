const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

// SQLSTATE classes: connection, rollback, resources, state (locked), operator intervention, system
// error.
const DATABASE = /^(?:08|40|53|55|57|58)[0-9A-Z]{3}$/;
const READ_ONLY_REPLICA = "25006";

// node-postgres gives its own connection errors no code.
const CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed and is not queryable|Cannot use a pool after)/;

const MOST_CAUSES = 5;

/** True when Postgres or the network failed, so that the same request may succeed in a moment. */
export function isDependencyFault(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth === MOST_CAUSES) return false;
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return isFault(error) || causes.some((cause) => isDependencyFault(cause, depth + 1));
}

function isFault(error: Error): boolean {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    NETWORK.has(code) ||
    DATABASE.test(code) ||
    code === READ_ONLY_REPLICA ||
    CONNECTION.test(error.message)
  );
}
