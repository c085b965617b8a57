import { texts } from "#kernel/contract/texts.ts";
import { RequestError } from "#web/api/request-error.ts";

export type SignInError = { text: string; more?: string };

const NO_ANSWER = "No answer from the server. Check the connection, then try again.";

/** The server's own words, else the form's; with no answer at all, that is said beside it. */
export function signInError(error: Error, failed: string): SignInError {
  const told = error instanceof RequestError ? error.told : undefined;
  if (told !== undefined) return { text: told };
  const answered = error instanceof RequestError && error.status !== undefined;
  return answered ? { text: failed } : { text: failed, more: NO_ANSWER };
}

/** Beside a text that says only that it failed: what is known of the reason. */
export function whyNot(error: Error): string | undefined {
  const told = error instanceof RequestError ? error.told : undefined;
  const answered = error instanceof RequestError && error.status !== undefined;
  return told ?? (answered ? undefined : NO_ANSWER);
}

/** The super admin's door has words of its own for each way it may fail. */
export function superAdminError(error: Error): SignInError {
  const words = texts.superAdminLogin;
  if (!(error instanceof RequestError)) return { text: error.message || words.network };
  if (error.told !== undefined) return { text: error.told };
  if (error.status === undefined) return { text: words.network };
  const refusedWithOk = error.status < 300;
  return { text: refusedWithOk ? words.failed : words.httpError(error.status) };
}
