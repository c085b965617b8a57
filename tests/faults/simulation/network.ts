import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What one simulated process says to Postgres goes through its own network, which can fail. */
export type Network = Readonly<{
  /** The same database through this network. */
  url: (adminUrl: string) => string;
  /** Passes nothing on for a time, then everything. */
  hang: (ms: number) => void;
  /** Cuts every connection and refuses new ones for a time. */
  part: (ms: number) => void;
  /** Cuts one connection instead of passing on its next answer: done, but the process does not know. */
  loseAnswer: () => void;
  /** Cuts one connection in the middle of a message, after this many bytes. */
  cutAfter: (bytes: number) => void;
  /** Works from now on, whatever was planned. */
  heal: () => void;
  /** The process is gone: nothing that it still does reaches the database. */
  kill: () => void;
  close: () => Promise<void>;
}>;

type Pair = Readonly<{ inner: Socket; outer: Socket }>;

type State = {
  isDead: boolean;
  isParted: boolean;
  isHanging: boolean;
  losesAnswer: boolean;
  /** Until a connection breaks off. */
  bytesLeft: number | undefined;
};

export async function openNetwork(adminUrl: string): Promise<Network> {
  const { hostname: host, port: target } = new URL(adminUrl);
  const pairs = new Set<Pair>();
  const timers = new Set<NodeJS.Timeout>();
  const state: State = {
    isDead: false,
    isParted: false,
    isHanging: false,
    losesAnswer: false,
    bytesLeft: undefined,
  };
  const server = createServer({ noDelay: true }, (inner) => {
    if (state.isDead || state.isParted) {
      inner.destroy();
      return;
    }
    const outer = connect({ host, port: Number(target), noDelay: true });
    const pair = { inner, outer };
    pairs.add(pair);
    const end = (): void => cut(pairs, pair);
    for (const socket of [inner, outer]) socket.on("error", end).on("close", end);
    inner.on("data", (chunk) => passOn(chunk, outer, state, end));
    outer.on("data", (chunk) => {
      if (state.losesAnswer) {
        state.losesAnswer = false;
        end();
      } else passOn(chunk, inner, state, end);
    });
    if (state.isHanging) freeze(pair);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the network has no port");

  const cutAll = (): void => {
    for (const pair of pairs) cut(pairs, pair);
  };
  const later = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const resume = (): void => {
    state.isHanging = false;
    for (const pair of pairs) thaw(pair);
  };

  return {
    url: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href,
    hang: (ms) => {
      state.isHanging = true;
      for (const pair of pairs) freeze(pair);
      later(ms, resume);
    },
    part: (ms) => {
      state.isParted = true;
      cutAll();
      later(ms, () => (state.isParted = false));
    },
    loseAnswer: () => (state.losesAnswer = true),
    cutAfter: (bytes) => (state.bytesLeft = bytes),
    heal: () => {
      Object.assign(state, { isParted: false, losesAnswer: false, bytesLeft: undefined });
      resume();
    },
    kill: () => {
      state.isDead = true;
      cutAll();
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      cutAll();
      server.close();
      await once(server, "close");
    },
  };
}

function passOn(chunk: Buffer, to: Socket, state: State, end: () => void): void {
  const { bytesLeft } = state;
  if (bytesLeft === undefined || chunk.length < bytesLeft) {
    if (bytesLeft !== undefined) state.bytesLeft = bytesLeft - chunk.length;
    to.write(chunk);
    return;
  }
  state.bytesLeft = undefined;
  to.write(chunk.subarray(0, bytesLeft), end);
}

function cut(pairs: Set<Pair>, pair: Pair): void {
  if (!pairs.delete(pair)) return;
  pair.inner.destroy();
  pair.outer.destroy();
}

function freeze({ inner, outer }: Pair): void {
  inner.pause();
  outer.pause();
}

function thaw({ inner, outer }: Pair): void {
  inner.resume();
  outer.resume();
}
