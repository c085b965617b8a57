import { type HttpConnection, openConnection } from "./http-connection.ts";

/** Our servers close a socket after 1,000 requests. */
const REQUESTS_A_SOCKET = 900;

export type KeptConnections = Readonly<{
  /** The caller's connection; renewed before the server closes it. */
  of: (caller: number) => Promise<HttpConnection>;
  close: () => void;
}>;

/** One connection for each caller to one server. */
export function keepConnections(base: string): KeptConnections {
  const url = new URL(base);
  const open = new Map<number, { connection: HttpConnection; used: number }>();
  return {
    of: async (caller) => {
      const known = open.get(caller);
      if (known && known.used < REQUESTS_A_SOCKET) {
        known.used += 1;
        return known.connection;
      }
      known?.connection.close();
      const connection = await openConnection(url);
      open.set(caller, { connection, used: 1 });
      return connection;
    },
    close: () => {
      for (const { connection } of open.values()) connection.close();
    },
  };
}
