import { isRefused } from "#web/api/request-error.ts";

/** Whether it happened, the screen says once it is read again. */
export function accountFailure(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return isRefused(error)
    ? error.message
    : "No answer from the server. Check the connection and whether it happened, then try again.";
}
