import type { Dice, Streams } from "./random-streams.ts";
import { slotsOf, type World } from "./world.ts";

/** A fault at a step of the sellers, counted over all of them. */
export type Fault = Readonly<{
  atStep: number;
  text: string;
  act: (world: World) => Promise<void>;
}>;

type Drawn = Readonly<{ text: string; act: (world: World) => Promise<void> | void }>;

const FEWEST = 8;
const MOST = 16;
const HOUR_MS = 3_600_000;

/** The faults of a run. They depend on the seed alone, and not on what happens in the run. */
export function drawFaults(streams: Streams, steps: number): readonly Fault[] {
  const dice = streams("faults");
  return Array.from({ length: dice.between(FEWEST, MOST) }, (_, number) => {
    const own = streams("fault", number);
    const { text, act } = own.pick(KINDS)(own);
    return {
      atStep: dice.between(1, steps - 1),
      text,
      act: async (world: World) => {
        await act(world);
      },
    };
  }).toSorted((a, b) => a.atStep - b.atStep);
}

/** The six processes, by their place in `slotsOf`. */
const COMMANDS = [0, 1];
const PROCESSES = [0, 1, 2, 3, 4, 5];
const MACHINES = ["commands 1", "commands 2", "projector 1", "reader", "reactor"];

const slotAt = (world: World, place: number) => {
  const slot = slotsOf(world)[place];
  if (!slot) throw new Error(`there is no process ${place}`);
  return slot;
};

const kill = (dice: Dice): Drawn => {
  const [place, restartMs] = [dice.pick([...COMMANDS, ...PROCESSES]), dice.between(0, 120)];
  return {
    text: `kill process ${place}, start it again after ${restartMs} ms`,
    act: (world) => slotAt(world, place).kill(restartMs),
  };
};

const terminate = (dice: Dice): Drawn => {
  const [role, which] = [
    dice.pick(["cmd_writer", "relay", "projector", "query_ro", "jobs"]),
    dice.between(0, 7),
  ];
  return {
    text: `Postgres ends connection ${which} of ${role}`,
    act: async ({ admin }) => {
      await admin.query(
        `with theirs as (
           select pid, row_number() over (order by backend_start, pid) - 1 as place, count(*) over () as all
             from pg_stat_activity where datname = current_database() and usename = $1)
         select pg_terminate_backend(pid) from theirs where place = $2 % theirs.all`,
        [role, which],
      );
    },
  };
};

const cutAfter = (dice: Dice): Drawn => {
  const [place, bytes] = [dice.pick(PROCESSES), dice.between(1, 6_000)];
  return {
    text: `cut a connection of process ${place} after ${bytes} bytes`,
    act: (world) => slotAt(world, place).network().cutAfter(bytes),
  };
};

const loseAnswer = (dice: Dice): Drawn => {
  const place = dice.pick([...COMMANDS, ...PROCESSES]);
  return {
    text: `lose an answer of Postgres to process ${place}`,
    act: (world) => slotAt(world, place).network().loseAnswer(),
  };
};

const part = (dice: Dice): Drawn => {
  const [place, ms] = [dice.pick(PROCESSES), dice.between(10, 150)];
  return {
    text: `cut process ${place} off from Postgres for ${ms} ms`,
    act: (world) => slotAt(world, place).network().part(ms),
  };
};

const hang = (dice: Dice): Drawn => {
  const [place, ms] = [dice.pick(PROCESSES), dice.between(10, 150)];
  return {
    text: `the network of process ${place} hangs for ${ms} ms`,
    act: (world) => slotAt(world, place).network().hang(ms),
  };
};

const busRefuses = (dice: Dice): Drawn => {
  const [times, written] = [dice.between(1, 3), dice.chance(0.5)];
  return {
    text: `the bus ${written ? "stores but does not acknowledge" : "refuses"} ${times} times`,
    act: ({ bus }) => bus.failNext(times, written),
  };
};

const busStalls = (dice: Dice): Drawn => {
  const ms = dice.between(20, 200);
  return {
    text: `the bus does not answer for ${ms} ms`,
    act: ({ bus }) => {
      bus.stall();
      setTimeout(bus.resume, ms);
    },
  };
};

const busErased = (): Drawn => ({ text: "the bus is erased", act: ({ bus }) => bus.erase() });

const redisFails = (dice: Dice): Drawn => {
  const [how, ms] = [dice.pick(["is cut", "is silent", "is slow"]), dice.between(20, 200)];
  return {
    text: `Redis ${how} for ${ms} ms`,
    act: ({ redis }) => {
      if (how === "is cut") redis.cut();
      if (how === "is silent") redis.setSilent(true);
      if (how === "is slow") redis.setDelay(ms);
      setTimeout(() => {
        redis.setSilent(false);
        redis.setDelay(0);
      }, ms);
    },
  };
};

const clockJumps = (dice: Dice): Drawn => {
  const [machine, ms] = [dice.pick(MACHINES), jumpOf(dice)];
  return {
    text: `the clock of ${machine} jumps by ${ms} ms`,
    act: ({ clocks }) => clocks.of(machine).jump(ms),
  };
};

const postgresClockJumps = (dice: Dice): Drawn => {
  const ms = jumpOf(dice);
  return {
    text: `the clock of Postgres jumps by ${ms} ms`,
    act: ({ clocks }) => clocks.jumpPostgres(ms),
  };
};

/** Up to an hour in either direction, or a small step back as a time server makes it. */
const jumpOf = (dice: Dice): number =>
  dice.chance(0.3) ? -dice.between(1, 900) : dice.between(-HOUR_MS, HOUR_MS);

const KINDS: readonly ((dice: Dice) => Drawn)[] = [
  kill,
  kill,
  terminate,
  cutAfter,
  loseAnswer,
  loseAnswer,
  part,
  hang,
  busRefuses,
  busStalls,
  busErased,
  redisFails,
  clockJumps,
  postgresClockJumps,
];
