import { withTimeout } from "#kernel/node/time.ts";

import { type Network, openNetwork } from "./network.ts";

/** What runs in a simulated process. */
export type Running = Readonly<{ stop: () => Promise<void> }>;

/**
 * A place for one simulated process. A killed process is gone at once and without cleaning up: its
 * connections end, what it publishes is lost, and its callers hear nothing. A new one takes its
 * place.
 */
export type Slot<Process extends Running> = Readonly<{
  name: string;
  /** The process that runs now; undefined between a kill and the next start. */
  now: () => Life<Process> | undefined;
  network: () => Network;
  kill: (restartAfterMs: number) => void;
  /** Starts the process if it is not running, and repairs its network. */
  heal: () => Promise<void>;
  /** Kills it for good; resolves when nothing is left of it. */
  end: () => Promise<void>;
}>;

export type Life<Process extends Running> = Readonly<{
  process: Process;
  /** Aborts when the process is killed. */
  signal: AbortSignal;
}>;

type SlotOptions<Process extends Running> = Readonly<{
  name: string;
  adminUrl: string;
  start: (databaseUrl: string, signal: AbortSignal) => Promise<Process> | Process;
}>;

/** What is left of a killed process is cleaned up within this time: its connections are gone. */
const CLEAN_UP_MS = 8_000;
const MOST_STARTS = 20;

export async function openSlot<Process extends Running>({
  name,
  adminUrl,
  start,
}: SlotOptions<Process>): Promise<Slot<Process>> {
  type Current = Life<Process> & Readonly<{ killed: AbortController; network: Network }>;
  const remains: Promise<unknown>[] = [];
  let current: Current | undefined;
  let network: Network | undefined;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function begin(): Promise<void> {
    const own = await openNetwork(adminUrl);
    network = own;
    const killed = new AbortController();
    try {
      const process = await start(own.url(adminUrl), killed.signal);
      current = { process, killed, signal: killed.signal, network: own };
    } catch {
      await own.close(); // its network failed while it started: the next try has a new one
    }
  }

  async function bury({ process, network: own }: Current): Promise<void> {
    await withTimeout(CLEAN_UP_MS, name, process.stop()).catch(() => undefined);
    await own.close();
  }

  function kill(): void {
    if (!current) return;
    const dead = current;
    current = undefined;
    dead.network.kill();
    dead.killed.abort();
    remains.push(bury(dead));
  }

  /** Only one start at a time. */
  async function ensure(): Promise<void> {
    clearTimeout(timer);
    for (let tries = 1; !current && !isOver; tries++) {
      if (tries > MOST_STARTS) throw new Error(`${name} does not start`);
      starting ??= begin().finally(() => (starting = undefined));
      await starting;
    }
  }

  await ensure();
  return {
    name,
    now: () => current,
    network: () => {
      if (!network) throw new Error(`${name} was not started`);
      return network;
    },
    kill: (restartAfterMs) => {
      if (!current) return;
      kill();
      timer = setTimeout(() => void ensure(), restartAfterMs);
    },
    heal: async () => {
      await ensure();
      network?.heal();
    },
    end: async () => {
      clearTimeout(timer);
      isOver = true;
      kill();
      await starting;
      kill();
      await Promise.all(remains);
    },
  };
}
