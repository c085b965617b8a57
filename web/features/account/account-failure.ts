import { isRefused } from "#web/api/request-error.ts";

/** Whether it happened, the screen says once it is read again. */
export const accountFailure = (error: Error): string =>
  isRefused(error)
    ? error.message
    : "No answer from the server. Check the connection and whether it happened, then try again.";
