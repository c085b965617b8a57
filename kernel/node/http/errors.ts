import type { FastifyReply } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";

import type { ApiError } from "#kernel/contract/api/envelope.ts";
import { type Rejection, rejectionStatus } from "#kernel/contract/rejection.ts";

import { isDependencyFault } from "./dependency-fault.ts";

export type Problem = Readonly<{
  status: number;
  code: string;
  error: string;
  retryAfterSeconds?: number;
  /** Added to the common fields. */
  more?: Readonly<Record<string, string | number>>;
}>;

const RETRY_AFTER_SECONDS = 1;
const MAY_BE_RETRIED = new Set([429, 503]);

/** Every failure has this form: success, error, code, request_id. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (MAY_BE_RETRIED.has(problem.status)) {
    reply.header("retry-after", String(problem.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  }
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  return reply
    .code(problem.status)
    .serializer(JSON.stringify)
    .send({ ...toBody(problem, reply.request.id), ...problem.more });
}

export const toBody = ({ error, code }: Problem, requestId: string): ApiError => ({
  success: false,
  error,
  code,
  request_id: requestId,
});

/** The text for each code; a function gets the rejection's `detail`. */
export type RejectionTexts<Code extends string> = Readonly<
  Record<Code, string | ((detail: string) => string)>
>;

export function sendRejection<Code extends string>(
  reply: FastifyReply,
  { rejected, detail }: Rejection<Code>,
  texts: RejectionTexts<Code>,
): FastifyReply {
  const text = texts[rejected];
  const error = typeof text === "string" ? text : text(detail ?? "");
  return sendProblem(reply, { status: rejectionStatus(rejected), code: rejected, error });
}

const SOMETHING_WENT_WRONG: Problem = {
  status: 500,
  code: "internal-error",
  error: "Something went wrong. Please try again.",
};

export const UNAVAILABLE: Problem = {
  status: 503,
  code: "unavailable",
  error: "The service is not available right now. Please try again in a moment.",
};

const TIMEOUT: Problem = {
  status: 503,
  code: "timeout",
  error: "This took too long. Please try again.",
};

const INVALID = { code: "invalid-request", error: "The request could not be read." };

const BY_STATUS: Readonly<Record<number, Omit<Problem, "status">>> = {
  401: { code: "not-signed-in", error: "Please sign in." },
  403: { code: "not-allowed", error: "You are not allowed to do this." },
  404: { code: "not-found", error: "Not found" },
  405: { code: "method-not-allowed", error: "This method is not allowed here." },
  408: { code: "request-timeout", error: "The request took too long to arrive." },
  413: { code: "too-large", error: "The request is too large." },
  415: { code: "unsupported-media-type", error: "Send JSON with Content-Type: application/json." },
  429: { code: "too-many-requests", error: "Too many requests. Please wait a moment." },
  431: { code: "headers-too-large", error: "The headers of the request are too large." },
};

/** The default problem for a status. */
export const problemOf = (status: number): Problem => ({
  status,
  ...(BY_STATUS[status] ?? INVALID),
});

/** An unexpected error is reported only by its kind: its message may hold data. */
export function toProblem(error: unknown): Problem {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return { ...problemOf(400), error: issuesText(error.validation) };
  }
  if (typeof error !== "object" || error === null) return SOMETHING_WENT_WRONG;
  if ("code" in error && error.code === "FST_ERR_HANDLER_TIMEOUT") return TIMEOUT;
  const status = "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return problemOf(status);
  return isDependencyFault(error) ? UNAVAILABLE : SOMETHING_WENT_WRONG;
}

const MOST_ISSUES = 50;

type Issue = Readonly<{ instancePath: string; message?: string | undefined }>;

/** "price: Must have at most 2 decimals; stock: Must be a whole number" */
function issuesText(issues: readonly Issue[]): string {
  const shown = issues.slice(0, MOST_ISSUES).map(({ instancePath, message = "Invalid" }) => {
    const path = instancePath.slice(1).replaceAll("/", ".");
    return path === "" ? message : `${path}: ${message}`;
  });
  const hidden = issues.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join("; ");
}
