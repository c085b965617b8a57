import type { RawMessage } from "#kernel/node/kafka/event-message.ts";
import type { Random } from "#tests/kit/builders/random.ts";

export type MemoryBroker = {
  readonly partitions: readonly RawMessage[][];
  readonly groups: Map<string, MemoryGroup>;
  readonly faults: BusFaults;
  readonly random: Random;
  isStalled: boolean;
  /** Resolved and replaced with each change, so that waiting members do not poll. */
  change: PromiseWithResolvers<void>;
};

export type MemoryGroup = { readonly offsets: number[]; readonly members: symbol[] };

/** Chances from 0 to 1: drop and double are per message, reorder is per batch. */
export type BusFaults = Readonly<{ drop?: number; double?: number; reorder?: number }>;

/** Wakes every idle member. */
export function stir(broker: MemoryBroker): void {
  broker.change.resolve();
  broker.change = Promise.withResolvers();
}
