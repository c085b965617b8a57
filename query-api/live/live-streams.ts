import type { ServerResponse } from "node:http";

import type { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";

/** Where one person listens. */
export type LiveStream = Readonly<{
  tenantId: TenantId;
  userId: UserId;
  sid: SessionId;
  response: ServerResponse;
  /** What they were told of lies before it. */
  position: { seq: number };
}>;

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** A reader that stands still is dropped, and comes back when it can. */
const MOST_BUFFERED = 1024 * 1024;
const MOST_OF_ONE_PERSON = 20;

/** The open streams of this process, by shop: nothing is ever written to another shop's. */
export function createLiveStreams() {
  const byTenant = new Map<string, Set<LiveStream>>();

  const remove = (stream: LiveStream): void => {
    const streams = byTenant.get(stream.tenantId);
    streams?.delete(stream);
    if (streams?.size === 0) byTenant.delete(stream.tenantId);
  };

  const all = (): LiveStream[] => [...byTenant.values()].flatMap((streams) => [...streams]);

  return {
    all,
    ofTenant: (tenantId: string): readonly LiveStream[] => [...(byTenant.get(tenantId) ?? [])],
    add: (stream: LiveStream): void => {
      const streams = byTenant.get(stream.tenantId) ?? new Set();
      byTenant.set(stream.tenantId, streams);
      const own = [...streams].filter(({ userId }) => userId === stream.userId);
      if (own.length >= MOST_OF_ONE_PERSON) own[0]?.response.destroy();
      streams.add(stream);
      stream.response.once("close", () => remove(stream));
    },
    send: ({ response }: LiveStream, text: string): void => {
      if (response.writableLength > MOST_BUFFERED) response.destroy();
      else response.write(text);
    },
    cut: (stream: LiveStream): void => {
      remove(stream);
      stream.response.destroy();
    },
  };
}
