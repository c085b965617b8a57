/**
 * A request without success. `refused`: the server answered no, and says why. `fault`: no answer, an
 * answer that makes no sense, or a server in trouble; whether a write happened is then not known.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly kind: "refused" | "fault";
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The server's own words, where it had any. */
  readonly told: string | undefined;

  constructor(kind: "refused" | "fault", message: string, about: RequestErrorAbout = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.kind = kind;
    this.status = about.status;
    this.code = about.code;
    this.retryAfterMs = about.retryAfterMs;
    this.told = about.told;
  }
}

type RequestErrorAbout = {
  status?: number;
  code?: string | undefined;
  retryAfterMs?: number | undefined;
  told?: string | undefined;
  cause?: unknown;
};

export const isRefused = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.kind === "refused";

/** What a dialog says when its save came to nothing: only what is known. */
export function notSavedText(error: unknown): string {
  return isRefused(error)
    ? `Not saved. ${error.message}`
    : "No answer from the server, so it is not known whether this was saved. Save again as it is: it will not be recorded twice.";
}
