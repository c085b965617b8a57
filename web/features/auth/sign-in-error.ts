import { texts } from "#kernel/contract/texts.ts";
import { RequestError } from "#web/api/request-error.ts";

export type SignInError = { text: string; more?: string | undefined };

const serverMessageOf = (error: Error): string | undefined =>
  error instanceof RequestError ? error.serverMessage : undefined;

const noAnswerIn = (error: Error): string | undefined =>
  error instanceof RequestError && error.status !== undefined
    ? undefined
    : "No answer from the server. Check your connection and try again.";

/** The server's error text, or the form's own; adds a hint if there was no response. */
export function signInError(error: Error | null, failed: string): SignInError | undefined {
  if (error === null) return undefined;
  const serverMessage = serverMessageOf(error);
  return serverMessage === undefined
    ? { text: failed, more: noAnswerIn(error) }
    : { text: serverMessage };
}

/** Adds the known reason to a text that only says it failed. */
export const failedWith = (error: Error | null, failed: string): SignInError | undefined =>
  error === null ? undefined : { text: failed, more: serverMessageOf(error) ?? noAnswerIn(error) };

/** The super admin sign-in has its own text for each kind of failure. */
export function superAdminError(error: Error | null): SignInError | undefined {
  const words = texts.superAdminLogin;
  if (error === null) return undefined;
  if (!(error instanceof RequestError)) return { text: error.message || words.network };
  if (error.serverMessage !== undefined) return { text: error.serverMessage };
  if (error.status === undefined) return { text: words.network };
  const refusedWithOk = error.status < 300;
  return { text: refusedWithOk ? words.failed : words.httpError(error.status) };
}
