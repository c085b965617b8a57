import { texts } from "#kernel/contract/texts.ts";
import { RequestError } from "#web/api/request-error.ts";

export type SignInError = { text: string; more?: string | undefined };

const toldBy = (error: Error): string | undefined =>
  error instanceof RequestError ? error.told : undefined;

const noAnswerIn = (error: Error): string | undefined =>
  error instanceof RequestError && error.status !== undefined
    ? undefined
    : "No answer from the server. Check the connection, then try again.";

/** The server's own words, else the form's; with no answer at all, that is said beside it. */
export function signInError(error: Error | null, failed: string): SignInError | undefined {
  if (error === null) return undefined;
  const told = toldBy(error);
  return told === undefined ? { text: failed, more: noAnswerIn(error) } : { text: told };
}

/** Where the text says only that it failed: beside it what is known of the reason. */
export const failedWith = (error: Error | null, failed: string): SignInError | undefined =>
  error === null ? undefined : { text: failed, more: toldBy(error) ?? noAnswerIn(error) };

/** The super admin's door has words of its own for each way it may fail. */
export function superAdminError(error: Error | null): SignInError | undefined {
  const words = texts.superAdminLogin;
  if (error === null) return undefined;
  if (!(error instanceof RequestError)) return { text: error.message || words.network };
  if (error.told !== undefined) return { text: error.told };
  if (error.status === undefined) return { text: words.network };
  const refusedWithOk = error.status < 300;
  return { text: refusedWithOk ? words.failed : words.httpError(error.status) };
}
