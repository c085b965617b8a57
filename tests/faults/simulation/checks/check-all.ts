import * as z from "zod";

import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { SHOPS, type World } from "#tests/faults/simulation/world.ts";

import type { Check, Evidence, LoggedEvent, Violation } from "./evidence.ts";
import * as log from "./log-checks.ts";
import * as operations from "./operation-checks.ts";
import * as reactions from "./reaction-checks.ts";
import * as readModels from "./read-model-checks.ts";
import * as sums from "./sum-checks.ts";

/** Every rule that must hold after any faults. */
const RULES = {
  "an acknowledged operation is in the log exactly once": operations.acknowledgedOnce,
  "nothing else is in the log, and nothing that was refused": operations.nothingElse,
  "one key gives one answer": operations.sameAnswer,
  "a client reads what it wrote": operations.ownWrites,
  "a log and its streams are numbered without a gap": log.numbered,
  "recorded times do not go back": log.inOrderOfTime,
  "a reader never missed an event that came before its position": log.tailIsWhole,
  "the chain of hashes holds, also while the sellers worked": log.chainHolds,
  "the bus has accepted every event, in order": log.relayedInOrder,
  "read models equal a replay of the log": readModels.equalReplay,
  "no read model is parked": readModels.nothingParked,
  "every row belongs to the tenant of what it names": readModels.sameTenant,
  "stock adds up and was never below zero, and each sale equals its lines and payments":
    sums.ledger,
  "the screens show what the log adds up to": sums.screens,
  "payments and takings equal the sales, as debits equal credits": sums.payments,
  "the platform's totals are the sums of its tenants": sums.platform,
  "a reaction happens at most once": reactions.atMostOnce,
} as const satisfies Readonly<Record<string, Check>>;

export type Rule = keyof typeof RULES;

export async function checkAll(
  world: World,
  during: Omit<Evidence, "world" | "logs">,
): Promise<Readonly<{ violations: readonly Violation[]; events: number }>> {
  const logs = await readLogs(world);
  const evidence = { ...during, world, logs };
  const violations: Violation[] = [];
  for (const [rule, check] of Object.entries(RULES)) {
    const found = await attempt(check, evidence);
    violations.push(...found.map((message) => ({ rule, message })));
  }
  const events = [...logs.values()].reduce((sum, { length }) => sum + length, 0);
  return { violations, events };
}

/** A check that cannot be made is a violation as well. */
async function attempt(check: Check, evidence: Evidence): Promise<readonly string[]> {
  try {
    return await check(evidence);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const Rows = z.array(StoredEvent.extend({ leaf: z.string() }));

async function readLogs({ admin }: World): Promise<Evidence["logs"]> {
  const logs = new Map<TenantId, LoggedEvent[]>();
  for (const tenantId of SHOPS) {
    const { rows } = await admin.query<object>(
      `select tenant_id as "tenantId", seq::int, stream_id as "streamId", stream_version as "streamVersion",
              stream_type as "streamType", type, schema_v as "schemaV", command_id as "commandId",
              command_ix as "commandIx", actor_id as "actorId", recorded_ms::float8 as "recordedMs",
              occurred_ms::float8 as "occurredMs", data::text, meta::text, effects::text,
              encode(leaf, 'hex') as leaf
         from es.events where tenant_id = $1 order by seq`,
      [tenantId],
    );
    const events = Rows.parse(rows).map(({ leaf, ...stored }) => ({
      event: parseStored(stored),
      leaf,
    }));
    logs.set(tenantId, events);
  }
  return logs;
}
