import type { Operation } from "#tests/faults/simulation/operations.ts";
import { idOf } from "#tests/faults/simulation/seller.ts";

import type { Check, Evidence, LoggedEvent } from "./evidence.ts";

const named = ({ kind, key, seller, tenantId }: Operation): string =>
  `"${kind}" of seller ${seller} (${tenantId}, key ${key})`;

/** The events of each command, by tenant and key. */
function byCommand({ logs }: Evidence): Map<string, LoggedEvent[]> {
  return Map.groupBy(
    [...logs.values()].flat(),
    ({ event }) => `${event.tenantId} ${event.commandId}`,
  );
}

const keyOf = ({ tenantId, key }: Operation): string => `${tenantId} ${key}`;

export const acknowledgedOnce: Check = async (evidence) => {
  const commands = await keysInDatabase(evidence);
  const events = byCommand(evidence);
  return evidence.operations.flatMap((operation) => {
    if (operation.status !== "ok") return [];
    const name = keyOf(operation);
    const own = events.get(name) ?? [];
    const seqs = own.map(({ event }) => event.seq);
    const isOneBatch = new Set(seqs).size === (seqs.at(-1) ?? 0) - (seqs[0] ?? 1) + 1;
    const sales = own.filter(({ event }) => event.type === "SaleRecorded");
    return [
      ...(commands.has(name) ? [] : [`${named(operation)} was acknowledged but not recorded`]),
      ...(own.length === 0 || isOneBatch ? [] : [`${named(operation)} is in the log twice`]),
      ...(operation.kind === "sell" && sales.length !== 1
        ? [`${named(operation)} made ${sales.length} sales`]
        : []),
      ...missingEffect(operation, evidence),
    ];
  });
};

/** What the answer says was made or voided is in the log. */
function missingEffect(operation: Operation, { logs }: Evidence): string[] {
  const id = operation.about ?? idOf(operation);
  const log = logs.get(operation.tenantId) ?? [];
  const type = EFFECTS[operation.kind];
  if (type === undefined) return [];
  const count = log.filter(({ event }) => event.type === type && event.streamId === id).length;
  return count === 1 ? [] : [`${named(operation)} has ${count} events ${type} of ${id}`];
}

const EFFECTS: Readonly<Partial<Record<Operation["kind"], string>>> = {
  sell: "SaleRecorded",
  "void sale": "SaleVoided",
  "add product": "ProductAdded",
  "add customer": "CustomerAdded",
};

async function keysInDatabase({ world }: Evidence): Promise<ReadonlySet<string>> {
  const { rows } = await world.admin.query<{ name: string }>(
    "select tenant_id || ' ' || command_id as name from es.commands",
  );
  return new Set(rows.map(({ name }) => name));
}

/** Events that no client sent are those of the opening and of the reactions. */
const OWN_ACTS = new Set([
  "SaleRecorded",
  "SaleVoided",
  "StockCounted",
  "StockAdjusted",
  "ProductAdded",
]);

export const nothingElse: Check = (evidence) => {
  const events = byCommand(evidence);
  const sent = new Set(evidence.operations.map(keyOf));
  const refused = evidence.operations.flatMap((operation) =>
    operation.status === "refused" && events.has(keyOf(operation))
      ? [`${named(operation)} was refused but is in the log`]
      : [],
  );
  const unknown = [...events].flatMap(([name, own]) =>
    !sent.has(name) && own.some(({ event }) => isOfSeller(event))
      ? [`no client sent command ${name}`]
      : [],
  );
  return [...refused, ...unknown];
};

const isOfSeller = ({ type, actorId }: LoggedEvent["event"]): boolean =>
  OWN_ACTS.has(type) && !actorId.endsWith("000000000001");

export const sameAnswer: Check = ({ operations, seen }) => [
  ...operations.flatMap((operation) =>
    operation.answers.size > 1
      ? [`${named(operation)} was answered in ${operation.answers.size} ways`]
      : [],
  ),
  ...seen.filter((line) => line.startsWith("key ")),
];

export const ownWrites: Check = ({ seen }) => seen.filter((line) => line.startsWith("after "));
