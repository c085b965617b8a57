import { createHash } from "node:crypto";

import { CommandId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { CommandContext } from "./handle-command.ts";

type Doing = Readonly<{
  tenantId: TenantId;
  /** On whose behalf, or the system's own. */
  actorId: UserId;
  /** What is done, once: the same names give the same command, which has one effect however often it runs. */
  about: string;
  what: string;
  nowMs: number;
}>;

/** The context of a command that follows from something, and that nobody has sent. */
export function systemContext({ tenantId, actorId, about, what, nowMs }: Doing): CommandContext {
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
