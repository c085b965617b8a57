import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import type { Random } from "#tests/kit/builders/random.ts";

type Line = Readonly<{
  /** In each direction, shared by all connections. */
  bitsPerSecond: number;
  /** There and back. To open a connection takes this once more. */
  roundTripMs: number;
  /** The share of requests whose connection is cut, or goes silent, at a random byte. */
  faulty: number;
  random: Random;
}>;

const PACKET_BYTES = 1_400;
/** A fault is within so many bytes from where the request begins, there and back. */
const FAULT_WITHIN_BYTES = 24_000;
const BITS = 8;
const MS = 1_000;

type Fault = { kind: "cut" | "stall"; bytesLeft: number };

/** Packets arrive at the other end one after the other, in their order. */
function createLane({ bitsPerSecond, roundTripMs }: Line) {
  const onTheWay: (() => void)[] = [];
  let freeAtMs = 0;
  return (bytes: number, notBeforeMs: number, arrive: () => void): void => {
    const nowMs = performance.now();
    const busyMs = (bytes * BITS * MS) / bitsPerSecond;
    freeAtMs = Math.max(nowMs, notBeforeMs, freeAtMs) + busyMs;
    onTheWay.push(arrive);
    setTimeout(() => onTheWay.shift()?.(), freeAtMs - nowMs + roundTripMs / 2);
  };
}

/**
 * A proxy like a bad mobile network. A client keeps its connections, so each request on one counts
 * as a connection of its own: what the client sends after an answer is its next request.
 */
export async function openMobileNetwork(
  target: Readonly<{ host: string; port: number }>,
  line: Line,
) {
  const sockets = new Set<Socket>();
  const counts = { requests: 0, cut: 0, stall: 0, bytesUp: 0 };
  const lanes = { up: createLane(line), down: createLane(line) };

  const drawFault = (): Fault | undefined => {
    counts.requests += 1;
    if (line.random() >= line.faulty) return undefined;
    const kind = line.random() < 0.5 ? "cut" : "stall";
    return { kind, bytesLeft: Math.floor(line.random() * FAULT_WITHIN_BYTES) };
  };

  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    const opensAtMs = performance.now() + line.roundTripMs;
    let fault = drawFault();
    let [isAnswered, isSilent] = [false, false];
    const end = () => {
      client.destroy();
      upstream.destroy();
    };

    /** Passes a packet on, or as much of it as comes before the fault. */
    const arrive = (packet: Buffer, to: Socket): void => {
      if (isSilent || to.destroyed) return;
      const passes = Math.min(packet.length, fault?.bytesLeft ?? packet.length);
      to.write(packet.subarray(0, passes));
      if (!fault) return;
      fault.bytesLeft -= passes;
      if (fault.bytesLeft > 0) return;
      counts[fault.kind] += 1;
      isSilent = true;
      if (fault.kind === "cut") end();
    };

    const passOn = (from: Socket, to: Socket, direction: "up" | "down"): void => {
      from.on("data", (chunk) => {
        if (direction === "up" && isAnswered) fault = drawFault();
        isAnswered = direction === "down";
        if (direction === "up") counts.bytesUp += chunk.length;
        for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
          const packet = chunk.subarray(at, at + PACKET_BYTES);
          lanes[direction](packet.length, opensAtMs, () => arrive(packet, to));
        }
      });
      from.on("error", end);
      from.on("close", () => {
        sockets.delete(from);
        lanes[direction](0, 0, () => to.destroySoon());
      });
      sockets.add(from);
    };
    passOn(client, upstream, "up");
    passOn(upstream, client, "down");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    /** What has passed, and how many requests were cut or left without an answer. */
    counts: (): Readonly<typeof counts> => ({ ...counts }),
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
