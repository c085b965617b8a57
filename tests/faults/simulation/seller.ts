import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { canonicalJson } from "#command-api/http/request-hash.ts";
import { CustomerId, ProductId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { withTimeout } from "#kernel/node/time.ts";
import { userId } from "#tests/kit/builders/fixed-ids.ts";

import {
  drawOperation,
  FIRST_CUSTOMERS,
  FIRST_PRODUCTS,
  type Known,
  type Operation,
} from "./operations.ts";
import type { CommandProcess, ReaderProcess } from "./processes.ts";
import type { Dice, Streams } from "./random-streams.ts";
import { listOf } from "./read-lists.ts";
import type { Slot } from "./slot.ts";

const PATIENCE_MS = 400;
const MOST_TRIES = 60;
const LONGEST_PAUSE_MS = 60;

export type SellerOptions = Readonly<{
  tenantId: TenantId;
  /** Its number in its shop. */
  seller: number;
  steps: number;
  streams: Streams;
  commands: readonly Slot<CommandProcess>[];
  reader: Slot<ReaderProcess>;
  /** Called before each step. */
  onStep: () => Promise<void>;
  operations: Operation[];
  /** What a client saw that it must not see. */
  seen: string[];
}>;

/** One client of a shop: it sends commands, tries again what had no answer, and reads what it wrote. */
export async function sell(options: SellerOptions): Promise<void> {
  const { tenantId, seller, steps, streams, operations, onStep } = options;
  const known: Known = {
    sales: [],
    products: [...FIRST_PRODUCTS],
    customers: [...FIRST_CUSTOMERS],
  };
  for (let step = 1; step <= steps; step++) {
    await onStep();
    const dice = streams("seller", tenantId, seller, step);
    const ids = streams("ids", seller, step);
    const operation = drawOperation({ tenantId, seller, known, dice, ids });
    operations.push(operation);
    // Drawn at once, so that the step takes the same numbers however it ends.
    const habits = {
      isDouble: dice.chance(0.1),
      givesUp: dice.chance(0.05),
      repeats: dice.chance(0.15),
      reads: dice.chance(0.4),
    };
    await submit(options, operation, { step, ...habits });
    if (operation.status !== "ok") continue;
    remember(operation, known);
    if (habits.repeats) {
      await tryOnce(options, operation, streams("repeat", tenantId, seller, step));
    }
    if (habits.reads) await readOwnWrite(options, operation);
  }
}

type Submitting = Readonly<{ step: number; isDouble: boolean; givesUp: boolean }>;

async function submit(
  options: SellerOptions,
  operation: Operation,
  { step, isDouble, givesUp }: Submitting,
): Promise<void> {
  const { tenantId, seller, streams } = options;
  let isUnknown = false;
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const times = isDouble && attempt === 1 ? [0, 1] : [0];
    const outcomes = await Promise.all(
      times.map((time) =>
        tryOnce(options, operation, streams("try", tenantId, seller, step, attempt, time), attempt),
      ),
    );
    if (outcomes.includes("ok")) {
      operation.status = "ok";
      return;
    }
    isUnknown ||= outcomes.includes("unknown");
    operation.status = isUnknown ? "unknown" : "refused";
    if (!outcomes.includes("unknown") || givesUp) return;
    await delay(Math.min(10 * attempt, LONGEST_PAUSE_MS));
  }
}

type Outcome = "ok" | "refused" | "unknown";

/** Sends it to one of the services; the way there or back may fail. */
async function tryOnce(
  { commands, tenantId, seen }: SellerOptions,
  operation: Operation,
  dice: Dice,
  attempt = 1,
): Promise<Outcome> {
  const slot = dice.pick(commands);
  const [isSlow, isLost] = [dice.chance(0.08), dice.chance(0.06)];
  const life = slot.now();
  if (!life) return "unknown";
  if (isSlow) await delay(dice.between(5, 40));
  try {
    const { process, signal } = life;
    const work = handle(process, operation, attempt);
    const answer = await withTimeout(PATIENCE_MS, slot.name, Promise.race([work, end(signal)]));
    if (isLost) return "unknown"; // done, and the answer was cut off
    if (isRejection(answer)) {
      if (answer.rejected === "key-reused") {
        seen.push(`key ${operation.key} was used by another request of ${tenantId}`);
      }
      return "refused";
    }
    operation.answers.add(textOf(answer));
    return "ok";
  } catch {
    return "unknown";
  }
}

async function handle(
  process: CommandProcess,
  operation: Operation,
  attempt: number,
): Promise<object> {
  await process.limiter.consume(userId(100 + operation.seller), operation.tenantId);
  return operation.perform(process, attempt);
}

/** Rejects when the process is killed: its callers get no answer. */
function end(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  if (signal.aborted) reject(new Error("killed"));
  else signal.addEventListener("abort", () => reject(new Error("killed")), { once: true });
  return promise;
}

const Sale = z.object({
  events: z.array(
    z.object({
      event: z.object({ type: z.string(), data: z.looseObject({ saleId: z.string() }) }),
      effects: z.unknown(),
      recordedMs: z.int(),
      occurredMs: z.int(),
    }),
  ),
});
const Made = z.object({ id: z.string() });

/** The part of an outcome from which a route makes its answer, as a text that can be compared. */
const textOf = (outcome: object): string => canonicalJson(Sale.safeParse(outcome).data ?? outcome);

/** The id that the answer gave to what the operation added or changed. */
export function idOf({ answers, kind }: Operation): string | undefined {
  const [answer] = answers;
  if (answer === undefined) return undefined;
  const parsed: unknown = JSON.parse(answer);
  return kind === "sell" || kind === "void sale"
    ? Sale.parse(parsed).events[0]?.event.data.saleId
    : Made.safeParse(parsed).data?.id;
}

function remember(operation: Operation, { sales, products, customers }: Known): void {
  const id = idOf(operation);
  if (id === undefined) return;
  if (operation.kind === "sell") sales.push(id);
  if (operation.kind === "add product") products.push(ProductId.parse(id));
  if (operation.kind === "add customer") customers.push(CustomerId.parse(id));
}

/** The next list that is not marked as old shows the change. */
async function readOwnWrite(
  { reader, tenantId, seen }: SellerOptions,
  operation: Operation,
): Promise<void> {
  const id = operation.about ?? idOf(operation);
  const life = reader.now();
  if (id === undefined || !life) return;
  const list = await listOf(life, tenantId, operation.kind).catch(() => undefined);
  if (!list || list.isStale) return;
  const isListed = list.ids.includes(id);
  if (isListed === (operation.kind !== "void sale")) return;
  seen.push(
    `after "${operation.kind}" was done, the next list ${isListed ? "still shows" : "lacks"} ${id} of ${tenantId}`,
  );
}
