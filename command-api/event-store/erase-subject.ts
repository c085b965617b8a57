import type { CustomerId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";

import type { CommandContext, ShellRejectionCode } from "./handle-command.ts";
import type { Head } from "./load.ts";
import type { PlannedEvent } from "./plan.ts";

export type Erasing<Code extends string> = Readonly<{
  /** Whose stream says so, and under whose key what is about them was sealed. */
  subjectId: CustomerId;
  decide: (head: Head) => readonly PlannedEvent[] | Rejection<Code>;
}>;

/** From its commit on nobody can read what was sealed about the subject; undefined where it is done. */
export type EraseSubject = <Code extends string>(
  context: CommandContext,
  erasing: Erasing<Code>,
) => Promise<Rejection<Code | ShellRejectionCode> | undefined>;
