import type { CustomerId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";

import type { CommandContext, ShellRejectionCode } from "./handle-command.ts";
import type { Head } from "./load.ts";
import type { PlannedEvent } from "./plan.ts";

export type ErasureOptions<Code extends string> = Readonly<{
  /** The customer whose stream records the erasure and whose key is destroyed. */
  subjectId: CustomerId;
  decide: (head: Head) => readonly PlannedEvent[] | Rejection<Code>;
}>;

/** Once it commits, nothing sealed about the subject can be read. Undefined on success. */
export type EraseSubject = <Code extends string>(
  context: CommandContext,
  erasing: ErasureOptions<Code>,
) => Promise<Rejection<Code | ShellRejectionCode> | undefined>;
