import { startAudits } from "./audits.ts";
import { checkAll } from "./checks/check-all.ts";
import type { Violation } from "./checks/evidence.ts";
import { drawFaults } from "./faults.ts";
import type { Operation } from "./operations.ts";
import type { Planted } from "./planted/planted.ts";
import { createStreams } from "./random-streams.ts";
import { sell } from "./seller.ts";
import { settle } from "./settle.ts";
import { openWorld, SHOPS, slotsOf, type World } from "./world.ts";

export type SimulationOptions = Readonly<{
  /** A migrated database for this run alone. */
  adminUrl: string;
  redisUrl: string;
  seed: number;
  /** A fault in the product, to see that the checks find it. */
  planted?: Planted | undefined;
  /** Receives what is still to be cleaned up after the run; the next run need not wait for it. */
  remains: Promise<unknown>[];
}>;

export type Simulated = Readonly<{
  seed: number;
  violations: readonly Violation[];
  operations: Readonly<Record<Operation["status"], number>>;
  faults: readonly string[];
  events: number;
  ms: number;
}>;

const SELLERS_OF_A_SHOP = 4;
const STEPS = 10;

/**
 * One run: eight sellers of two shops, both command sides with their relays, two projectors, a
 * reader, the reactor and the audits, while the seed's faults happen. Then everything is repaired,
 * catches up, and is checked. The seed fixes what the sellers do and which faults come at which of
 * their steps. Processes and Postgres still run in real time, so two runs of a seed may interleave
 * differently.
 */
export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const { adminUrl, redisUrl, seed, planted, remains } = options;
  const startedAt = performance.now();
  const streams = createStreams(seed);
  const world = await openWorld({ adminUrl, redisUrl, streams, planted });
  const operations: Operation[] = [];
  const seen: string[] = [];
  try {
    const faults = drawFaults(streams, SHOPS.length * SELLERS_OF_A_SHOP * STEPS);
    const audits = startAudits(world.auditor, SHOPS);
    const onStep = faultsByStep(world, [...faults, ...plantedFault(planted, streams)]);
    await Promise.all(
      SHOPS.flatMap((tenantId) =>
        Array.from({ length: SELLERS_OF_A_SHOP }, (_, seller) =>
          sell({
            tenantId,
            seller,
            steps: STEPS,
            streams,
            commands: world.commands,
            reader: world.reader,
            onStep,
            operations,
            seen,
          }),
        ),
      ),
    );
    await heal(world);
    const late = await settle(world);
    await audits.stop();
    const { violations, events } = await checkAll(world, { operations, seen, audits });
    return {
      seed,
      violations: [...late, ...violations],
      operations: countsOf(operations),
      faults: faults.map(({ atStep, text }) => `step ${atStep}: ${text}`),
      events,
      ms: performance.now() - startedAt,
    };
  } finally {
    remains.push((await world.close()).ended);
  }
}

type Timed = Readonly<{ atStep: number; act: (world: World) => Promise<void> }>;

const plantedFault = (
  planted: Planted | undefined,
  streams: ReturnType<typeof createStreams>,
): readonly Timed[] => {
  const { during } = planted ?? {};
  if (!during) return [];
  return [{ atStep: streams("planted").between(30, 70), act: ({ admin }) => during(admin) }];
};

/** Each fault happens before the step with its number, whichever seller takes it. */
function faultsByStep(world: World, faults: readonly Timed[]): () => Promise<void> {
  let step = 0;
  return async () => {
    step += 1;
    for (const fault of faults) if (fault.atStep === step) await fault.act(world);
  };
}

async function heal(world: World): Promise<void> {
  world.bus.resume();
  world.redis.setSilent(false);
  world.redis.setDelay(0);
  await Promise.all(slotsOf(world).map((slot) => slot.heal()));
}

function countsOf(operations: readonly Operation[]): Simulated["operations"] {
  const counts = { ok: 0, refused: 0, unknown: 0 };
  for (const { status } of operations) counts[status] += 1;
  return counts;
}
