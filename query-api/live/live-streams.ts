import type { ServerResponse } from "node:http";

import type { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { createGauge } from "#kernel/node/metrics/registry.ts";

const joinStreams = createGauge({
  name: "tillbook_live_streams",
  help: "Open live streams",
});

const joinBuffered = createGauge({
  name: "tillbook_live_streams_buffered_bytes",
  help: "Bytes that clients of live streams have not read yet",
});

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

export type LiveLimits = Readonly<{
  /** The oldest stream of a person ends when one more begins. */
  ofPerson: number;
  ofTenant: number;
  ofProcess: number;
  /** Bytes. A client that does not read is disconnected; it reconnects when it can. */
  buffered?: number;
}>;

type LiveSettings = Readonly<
  Record<"LIVE_STREAMS_PER_USER" | "LIVE_STREAMS_PER_BUSINESS" | "LIVE_STREAMS", number>
>;

export const liveLimitsOf = (config: LiveSettings): LiveLimits => ({
  ofPerson: config.LIVE_STREAMS_PER_USER,
  ofTenant: config.LIVE_STREAMS_PER_BUSINESS,
  ofProcess: config.LIVE_STREAMS,
});

const MOST_BUFFERED = 1024 * 1024;

/** A place for a stream that is about to begin. */
export type LivePlace = Readonly<{
  /** Fills the place; it is free again when the response closes. */
  begin: (stream: LiveStream) => void;
  /** To be called if the stream did not begin. */
  leave: () => void;
}>;

/** The open streams of this process by tenant. A message only reaches the streams of its tenant. */
export function createLiveStreams({ buffered = MOST_BUFFERED, ...limits }: LiveLimits) {
  const byTenant = new Map<string, Set<LiveStream>>();
  /** Places by tenant: open streams, and those that are about to begin. */
  const places = new Map<string, number>();
  let taken = 0;

  const leave = (tenantId: string): void => {
    taken -= 1;
    const left = (places.get(tenantId) ?? 1) - 1;
    if (left === 0) places.delete(tenantId);
    else places.set(tenantId, left);
  };
  /** At once, and not only when the response has closed: more streams may begin before that. */
  const remove = (stream: LiveStream): void => {
    const streams = byTenant.get(stream.tenantId);
    if (streams?.delete(stream) !== true) return;
    if (streams.size === 0) byTenant.delete(stream.tenantId);
    leave(stream.tenantId);
  };
  const cut = (stream: LiveStream): void => {
    remove(stream);
    stream.response.destroy();
  };
  const ofTenant = (tenantId: string): readonly LiveStream[] => [...(byTenant.get(tenantId) ?? [])];

  function begin(stream: LiveStream): void {
    const own = ofTenant(stream.tenantId).filter(({ userId }) => userId === stream.userId);
    if (own[0] && own.length >= limits.ofPerson) cut(own[0]);
    const streams = byTenant.get(stream.tenantId) ?? new Set();
    byTenant.set(stream.tenantId, streams);
    streams.add(stream);
    if (stream.response.closed) remove(stream);
    else stream.response.once("close", () => remove(stream));
  }

  const all = (): LiveStream[] => [...byTenant.values()].flatMap((streams) => [...streams]);

  joinStreams(() => [{ value: all().length }]);
  joinBuffered(() => [{ value: sum(all().map(({ response }) => response.writableLength)) }]);

  return {
    all,
    ofTenant,
    /** Undefined: the tenant or this process has too many streams. */
    reserve: (tenantId: TenantId): LivePlace | undefined => {
      if ((places.get(tenantId) ?? 0) >= limits.ofTenant) return undefined;
      if (taken >= limits.ofProcess) return undefined;
      taken += 1;
      places.set(tenantId, (places.get(tenantId) ?? 0) + 1);
      return { begin, leave: () => leave(tenantId) };
    },
    send: (stream: LiveStream, text: string): void => {
      const { response } = stream;
      if (response.writableLength + Buffer.byteLength(text) > buffered) cut(stream);
      else response.write(text);
    },
    cut,
  };
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
