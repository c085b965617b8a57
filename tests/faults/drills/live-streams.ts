import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { systemContext } from "#command-api/event-store/system-context.ts";
import { changeNotifications } from "#command-api/notification/change-notifications.ts";
import { SignInResult } from "#kernel/contract/api/auth.ts";
import { NotificationId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import type { TwoTenantsOptions } from "#tests/integration/command-api/routes/two-tenants.ts";
import { until } from "#tests/kit/product/sales-load.ts";

import { startLiveServer } from "./live-server.ts";

const MEBIBYTE = 2 ** 20;
const HEARD_WITHIN_MS = 60_000;
const OF_ONE_PERSON = 20;

/** The command API and the projector here, and the query API that streams in its own process. */
export async function openStreaming(options: TwoTenantsOptions = {}) {
  const lines: string[] = [];
  const apis = await openApis({ ...options, logLine: (line) => void lines.push(line) });
  const { adminUrl, publicKeyPem } = apis;
  const { liveLimits = {} } = options;
  const server = await startLiveServer({ adminUrl, publicKeyPem, liveLimits });
  return {
    apis,
    server,
    port: server.port,
    log: () => [...lines, server.log()].join("\n"),
    close: async (): Promise<void> => {
      await server.stop();
      await apis.close();
    },
  };
}

export type Streaming = Awaited<ReturnType<typeof openStreaming>>;

type Shop = Readonly<{ tenantId: TenantId; userId: UserId; token: string; marker: string }>;

async function register({ apis }: Streaming): Promise<Shop> {
  const marker = randomUUID();
  const answer = await apis.ask("POST", "/auth/register.php", {
    as: "anonymous",
    body: {
      business_name: `Shop ${marker}`,
      first_name: "Ama",
      last_name: "Owner",
      email: `${marker}@live.example`,
      password: "correct horse",
    },
  });
  const { token, user, tenant } = SignInResult.parse(answer.body);
  return { tenantId: TenantId.parse(tenant.id), userId: UserId.parse(user.id), token, marker };
}

/** One command with a notification for each text. */
const notify = ({ apis }: Streaming, shop: Shop, texts: readonly string[]) =>
  changeNotifications(
    apis.service.store,
    systemContext({
      tenantId: shop.tenantId,
      actorId: shop.userId,
      about: randomUUID(),
      what: "tell",
      nowMs: Date.now(),
    }),
    {
      type: "RaiseNotifications",
      userId: shop.userId,
      notices: texts.map((message) => ({
        notificationId: NotificationId.parse(randomUUID()),
        type: "info",
        title: "Marker",
        message,
        icon: "info",
      })),
    },
  );

type Heard = Readonly<{ response: IncomingMessage; text: () => string }>;

async function listenAs(port: number, token: string): Promise<Heard | undefined> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const asked = { port, host: "127.0.0.1", path: "/api/v1/live", headers, agent: false };
  get(asked, resolve).on("error", () => resolve(undefined));
  const response = await promise;
  if (response?.statusCode !== 200) {
    response?.resume();
    return undefined;
  }
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  response.on("error", () => undefined);
  return { response, text: () => text };
}

/** A client that asks for a stream and never reads it. */
function stall(port: number, token: string): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).pause();
  socket.write(
    `GET /api/v1/live HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

/** Streams that stay open of many that one person asks for at the same moment. */
export async function burst({ apis, port }: Streaming, count: number): Promise<number> {
  const open = new Set<IncomingMessage>();
  const asked = Array.from({ length: count }, async () => {
    const heard = await listenAs(port, apis.tokenOf("owner"));
    if (!heard || heard.response.closed) return;
    open.add(heard.response);
    heard.response.on("close", () => open.delete(heard.response));
  });
  await Promise.all(asked);
  await delay(500);
  const left = open.size;
  for (const response of open) response.destroy();
  return left;
}

export type Abuse = Readonly<{
  streams: number;
  /** The most that the server held back for one client, MiB. */
  bufferedMiB: number;
  /** Peak memory of the server's process over that before the first stream. */
  grownMiB: number;
  foreign: number;
  /** Clients that never read and are still connected. */
  stalledLeft: number;
  tokensInLogs: number;
}>;

type Size = Readonly<{ streams: number; stalled: number; floodMiB: number }>;

/**
 * Many streams of many shops; some clients never read while their own shop is flooded with
 * notifications, and the others must get exactly their own.
 */
export async function abuseStreams(streaming: Streaming, size: Size): Promise<Abuse> {
  const { port, server } = streaming;
  const before = await server.seen();
  const reading = size.streams - size.stalled;
  const shops = await registerFor(streaming, reading);
  const flooded = await registerFor(streaming, size.stalled);
  const heard = await openAll(port, shops, reading);
  const stalled = Array.from({ length: size.stalled }, (_, n) =>
    stall(port, flooded[n % flooded.length]?.token ?? ""),
  );
  await until(
    "all are connected",
    async () => (await server.seen()).served >= size.streams,
    HEARD_WITHIN_MS,
  );

  const numbers = Array.from({ length: 20 }, (_, n) => n);
  await Promise.all([
    ...shops.map((shop) =>
      notify(
        streaming,
        shop,
        numbers.map((n) => `marker ${shop.marker} ${n};`),
      ),
    ),
    ...flooded.map((shop) => flood(streaming, shop, size.floodMiB)),
  ]);
  await until(
    "every reader has its last notification",
    async () => heard.every(({ shop, stream }) => stream.text().includes(`${shop.marker} 19;`)),
    HEARD_WITHIN_MS,
  );
  await delay(2_500); // The floods reach the streams.

  const tokens = [...shops, ...flooded].map(({ token }) => token);
  await askWithTokenInUrl(streaming, tokens);
  const log = streaming.log();
  const after = await server.seen();
  const abuse = {
    streams: size.streams,
    bufferedMiB: toHundredths(after.bufferedMost / MEBIBYTE),
    grownMiB: Math.round(server.peakMiB() - before.rss / MEBIBYTE),
    foreign: heard.reduce((sum, { shop, stream }) => sum + foreignIn(stream.text(), shop), 0),
    stalledLeft: after.served - heard.length,
    tokensInLogs: tokens.filter((token) => log.includes(token)).length,
  };
  for (const { stream } of heard) stream.response.destroy();
  for (const socket of stalled) socket.destroy();
  return abuse;
}

const registerFor = (streaming: Streaming, streams: number): Promise<Shop[]> =>
  Promise.all(
    Array.from({ length: Math.ceil(streams / OF_ONE_PERSON) }, () => register(streaming)),
  );

async function openAll(port: number, shops: readonly Shop[], count: number) {
  const opened = [];
  for (let n = 0; n < count; n += 1) {
    const shop = shops[n % shops.length];
    const stream = shop && (await listenAs(port, shop.token));
    if (!shop || !stream) throw new Error(`stream ${n} was refused`);
    opened.push({ shop, stream });
  }
  return opened;
}

const NOTICE_KIB = 60;

async function flood(streaming: Streaming, shop: Shop, mebibytes: number): Promise<void> {
  const text = "x".repeat(NOTICE_KIB * 1024);
  for (let sent = 0; sent < mebibytes * 1024; sent += NOTICE_KIB) {
    await notify(streaming, shop, [text]);
  }
}

const foreignIn = (text: string, shop: Shop): number =>
  [...text.matchAll(/marker (\S+) \d+;/g)].filter(([, marker]) => marker !== shop.marker).length;

async function askWithTokenInUrl({ port }: Streaming, tokens: readonly string[]): Promise<void> {
  for (const token of tokens.slice(0, 5)) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const path = `/api/v1/live?token=${token}&access_token=${token}`;
    get({ port, host: "127.0.0.1", path, agent: false }, (response) => {
      response.resume().on("close", resolve);
    });
    await promise;
  }
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100;
