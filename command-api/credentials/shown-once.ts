import type { Applied } from "#command-api/account-store/account-command.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";

/** The answer of the first time: no secret is kept in a form in which it could be shown once more. */
export function shownOnce<Shown, Code extends string>(
  outcome: Applied | Rejection<Code>,
  shown: Shown,
): Shown | Rejection<Code | "shown-once"> {
  if (isRejection(outcome)) return outcome;
  return outcome.isRepeated ? reject("shown-once") : shown;
}
