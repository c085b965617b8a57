/**
 * A command that a business rule refused. Expected, so it is a value and not an exception: the
 * compiler lists every reason that a caller has to handle. `detail` names the product, person or
 * number concerned.
 */
export type Rejection<Code extends string = string> = Readonly<{ rejected: Code; detail?: string }>;

export const reject = <const Code extends string>(code: Code, detail?: string): Rejection<Code> =>
  detail === undefined ? { rejected: code } : { rejected: code, detail };

export const isRejection = (value: object): value is Rejection => "rejected" in value;

/** HTTP statuses of the codes that are neither 404 (`...-not-found`) nor 409. */
const STATUS: Readonly<Record<string, number>> = {
  "as-of-ahead": 400,
  "occurred-at-out-of-range": 400,
  "invalid-csv": 400,
  "invalid-key": 400,
  "invalid-picture": 400,
  "invalid-rows": 400,
  "pin-not-allowed": 400,
  "not-signed-in": 401,
  "wrong-credentials": 401,
  "totp-required": 401,
  "totp-wrong": 401,
  "not-allowed": 403,
  "tax-not-allowed": 403,
  "price-override-refused": 403,
  "discount-refused": 403,
  "gift-refused": 403,
  "wrong-audience": 403,
  "wrong-password": 403,
  "wrong-pin": 403,
  "password-required": 403,
  "two-factor-setup-required": 403,
  "other-tenant": 403,
  "tenant-suspended": 403,
  "version-mismatch": 412,
  "key-reused": 422,
  "too-many-requests": 429,
  unavailable: 503,
  "server-updating": 503,
};

export const rejectionStatus = (code: string): number =>
  STATUS[code] ?? (code.endsWith("-not-found") ? 404 : 409);

/** A bug in this program. Never handled: it ends the request or the process. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
