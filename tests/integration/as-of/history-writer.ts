import { createHash, randomUUID } from "node:crypto";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand, AppendEvent } from "#command-api/event-store/append.ts";
import { CommandId, StreamId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Random } from "#tests/kit/builders/random.ts";
import { id, productOf } from "#tests/kit/builders/shop-log.ts";

const HASH = createHash("sha256").update("a request").digest();
const FLUSH = 16;
const FIRST_DAY_MS = Date.parse("2026-02-20T00:00:00Z");
const SPAN_MS = 24 * 24 * 3_600_000;

export const PEOPLE = [0xc0, 0xc1, 0xc2].map((n) => UserId.parse(id(n)));

export type WriterOptions = Readonly<{
  pool: Pool;
  sealer: Sealer;
  tenantId: TenantId;
  random: Random;
}>;

/** The parts of random steps, and how they are appended to the log of one tenant. */
export function createWriter({ pool, sealer, tenantId, random }: WriterOptions) {
  const below = (n: number): number => Math.floor(random() * n);
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)];
  const anyMs = (): number => FIRST_DAY_MS + below(SPAN_MS);
  const versions = new Map<string, number>();
  let queue: AppendCommand[] = [];

  async function happen(
    [streamType, streamId, type]: readonly [string, string, string],
    data: object,
    over: Partial<AppendEvent> & Readonly<{ by?: UserId; first?: boolean }> = {},
  ): Promise<void> {
    const { by = PEOPLE[below(PEOPLE.length)], first = false, ...more } = over;
    const expected = versions.get(streamId) ?? 0;
    versions.set(streamId, expected + 1);
    queue.push({
      tenantId,
      commandId: CommandId.parse(randomUUID()),
      requestHash: HASH,
      actorId: UserId.parse(by),
      meta: '{"source":"web"}',
      newTenant: first,
      events: [
        {
          streamId: StreamId.parse(streamId),
          streamType,
          expected,
          type,
          schemaV: 1,
          occurredMs: anyMs(),
          data: JSON.stringify(data),
          ...more,
        },
      ],
    });
    if (queue.length >= FLUSH) await flush();
  }

  async function flush(): Promise<void> {
    const outcomes = await appendBatch(pool, queue);
    const refused = outcomes.find(({ outcome }) => outcome !== "ok");
    if (refused) throw new Error(`es.append_any: ${refused.outcome} ${refused.detail ?? ""}`);
    queue = [];
  }

  const stock = (product: number, amount: number, absolute = false) => [
    { productId: StreamId.parse(productOf(product)), amount, floor: false, absolute },
  ];
  const seal = (subject: string, text: string) => sealer.seal(tenantId, subject, text);

  /** Products whose stock is not counted: sales move none of it. */
  const uncounted = new Set<number>();
  return { tenantId, random, below, oneOf, anyMs, happen, flush, stock, uncounted, seal };
}
export type Writer = ReturnType<typeof createWriter>;
