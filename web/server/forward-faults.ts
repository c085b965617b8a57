export type Fault = "never-sent" | "cut" | "late" | "bad-request" | "other";

const FAULTS: Readonly<Record<string, Fault>> = {
  ECONNREFUSED: "never-sent",
  ENOTFOUND: "never-sent",
  EAI_AGAIN: "never-sent",
  EHOSTUNREACH: "never-sent",
  ENETUNREACH: "never-sent",
  UND_ERR_CONNECT_TIMEOUT: "never-sent",
  ECONNRESET: "cut",
  EPIPE: "cut",
  UND_ERR_SOCKET: "cut",
  UND_ERR_HEADERS_TIMEOUT: "late",
  UND_ERR_INVALID_ARG: "bad-request",
  UND_ERR_NOT_SUPPORTED: "bad-request",
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: "bad-request",
};

const MOST_CAUSES = 5;

/** Classifies a failed request. The code is in the error or in one of its causes. */
export function faultOf(error: unknown, depth = 0): Fault {
  if (!(error instanceof Error) || depth === MOST_CAUSES) return "other";
  const code = "code" in error ? String(error.code) : "";
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return (
    FAULTS[code] ??
    causes.map((cause) => faultOf(cause, depth + 1)).find((fault) => fault !== "other") ??
    "other"
  );
}
