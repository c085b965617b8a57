import type { ServerResponse } from "node:http";

import type { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";

/** One open connection of one person. */
export type LiveStream = Readonly<{
  tenantId: TenantId;
  userId: UserId;
  sid: SessionId;
  response: ServerResponse;
  /** Notifications up to this event were sent. */
  position: { seq: number };
}>;

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** A client that does not read is disconnected; it reconnects when it can. */
const MOST_BUFFERED = 1024 * 1024;
const MOST_OF_ONE_PERSON = 20;

/** The open streams of this process by tenant. A message only reaches the streams of its tenant. */
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
