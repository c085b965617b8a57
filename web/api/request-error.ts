/**
 * A failed request. `refused`: the server rejected it and gave a reason. `fault`: no response, an
 * unreadable one, or a server error; it is then unknown whether the write happened.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly kind: "refused" | "fault";
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The server's message, if it sent one. */
  readonly serverMessage: string | undefined;

  constructor(kind: "refused" | "fault", message: string, about: RequestErrorAbout = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.kind = kind;
    this.status = about.status;
    this.code = about.code;
    this.retryAfterMs = about.retryAfterMs;
    this.serverMessage = about.serverMessage;
  }
}

type RequestErrorAbout = {
  status?: number;
  code?: string | undefined;
  retryAfterMs?: number | undefined;
  serverMessage?: string | undefined;
  cause?: unknown;
};

export const isRefused = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.kind === "refused";

/** The message of a dialog whose save failed. Says only what is known. */
export function notSavedText(error: unknown): string {
  return isRefused(error)
    ? `Not saved. ${error.message}`
    : "We couldn't confirm this saved. Tap Save again; it won't be doubled.";
}
