import { once } from "node:events";
import { connect, type Socket } from "node:net";

const SLOW_HEADERS = "POST /api/sales.php HTTP/1.1\r\nhost: a\r\nx-slow: ";
const SLOW_BODY =
  "POST /api/sales.php HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";

export type Dripping = Readonly<{
  /** When the server closed it; undefined while it is open. */
  openMs: () => number | undefined;
  stop: () => void;
}>;

type From = Readonly<{ port: number; localAddress?: string }>;

/** A request that sends one byte a second and never ends. */
async function drip(start: string, from: From): Promise<Dripping> {
  const socket: Socket = connect({ host: "127.0.0.1", ...from });
  const startedAt = performance.now();
  let endedMs: number | undefined;
  socket.on("error", () => undefined).on("data", () => undefined);
  await once(socket, "connect");
  socket.write(start);
  const timer = setInterval(() => socket.write("x"), 1_000);
  socket.on("close", () => {
    clearInterval(timer);
    endedMs = performance.now() - startedAt;
  });
  return { openMs: () => endedMs, stop: () => socket.destroy() };
}

/** As many that drip headers as drip bodies. */
export const dripMany = (
  count: number,
  fromOf: (index: number) => From,
): Promise<readonly Dripping[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      drip(index % 2 === 0 ? SLOW_HEADERS : SLOW_BODY, fromOf(index)),
    ),
  );

export const stillOpen = (sockets: readonly Dripping[]): number =>
  sockets.filter(({ openMs }) => openMs() === undefined).length;

/** Seconds until the last was closed, to a tenth. */
export const lastClosedSeconds = (sockets: readonly Dripping[]): number =>
  Math.round(Math.max(...sockets.map(({ openMs }) => openMs() ?? Number.POSITIVE_INFINITY)) / 100) /
  10;
