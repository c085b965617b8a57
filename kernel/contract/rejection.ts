/**
 * A command the business refused. Expected, so it is a value, not an exception:
 * the compiler lists every reason a caller can meet. `detail` names the thing it is about.
 */
export type Rejection<Code extends string = string> = Readonly<{ rejected: Code; detail?: string }>;

export const reject = <const Code extends string>(code: Code, detail?: string): Rejection<Code> =>
  detail === undefined ? { rejected: code } : { rejected: code, detail };

export const isRejection = (value: object): value is Rejection => "rejected" in value;

/** A bug in this program. Never caught to be handled; it ends the request or the process. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
