import { createHash } from "node:crypto";

import { CommandId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { CommandContext } from "./handle-command.ts";

type SystemCommand = Readonly<{
  tenantId: TenantId;
  /** The person on whose behalf it acts, or the system. */
  actorId: UserId;
  /**
   * `about` and `what` determine the command id: equal values have one effect, however often the
   * command runs.
   */
  about: string;
  what: string;
  nowMs: number;
}>;

/** The context of a command that the system sends itself. */
export function systemContext({
  tenantId,
  actorId,
  about,
  what,
  nowMs,
}: SystemCommand): CommandContext {
  const commandId = CommandId.parse(derivedId(about, what));
  return {
    tenantId,
    actorId,
    commandId,
    requestHash: createHash("sha256").update(`${commandId}|${what}`).digest(),
    meta: { source: "system" },
    occurredMs: nowMs,
  };
}
