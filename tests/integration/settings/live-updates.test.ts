import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { systemContext } from "#command-api/event-store/system-context.ts";
import { changeNotifications } from "#command-api/notification/change-notifications.ts";
import { SignInResult } from "#kernel/contract/api/auth.ts";
import { NotificationId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";

const CUT_WITHIN_MS = 5_000;

let apis: Apis;
let port = 0;
const open: IncomingMessage[] = [];
beforeAll(async () => {
  apis = await openApis();
  const url = await apis.apps.query.listen({ port: 0, host: "127.0.0.1" });
  port = Number(new URL(url).port);
});
afterEach(() => {
  for (const response of open.splice(0)) response.destroy();
});
afterAll(() => apis.close());

type ReceivedAnswer = Readonly<{ text: () => string; ended: Promise<number>; status: number }>;

async function listenAs(token: string): Promise<ReceivedAnswer> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  get({ port, host: "127.0.0.1", path: "/api/v1/live", headers, agent: false }, resolve);
  const response = await promise;
  open.push(response);
  let text = "";
  const ended = Promise.withResolvers<number>();
  response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  response.on("close", () => ended.resolve(performance.now()));
  response.on("error", () => undefined);
  return { text: () => text, ended: ended.promise, status: response.statusCode ?? 0 };
}

type Shop = Readonly<{ tenantId: TenantId; userId: UserId; token: string; marker: string }>;

async function register(): Promise<Shop> {
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

/** One event for each number, all in one command. */
const notify = ({ tenantId, userId, marker }: Shop, ...numbers: readonly number[]) =>
  changeNotifications(
    apis.service.store,
    systemContext({
      tenantId,
      actorId: userId,
      about: randomUUID(),
      what: "tell",
      nowMs: Date.now(),
    }),
    {
      type: "RaiseNotifications",
      userId,
      notices: numbers.map((n) => ({
        notificationId: NotificationId.parse(randomUUID()),
        type: "info",
        title: "Marker",
        message: `marker ${marker} ${n};`,
        icon: "info",
      })),
    },
  );

const within = (condition: () => void) => vi.waitFor(condition, { timeout: 20_000, interval: 20 });

describe("live updates", () => {
  test("send the position at once, then changes, and notifications to their own user only", async () => {
    const shop = await register();
    const heard = await listenAs(shop.token);
    expect(heard.status).toBe(200);
    await within(() => expect(heard.text()).toMatch(/^event: hello\ndata: \{"seq":\d+\}\n\n/));
    await notify(shop, 1);
    await within(() => expect(heard.text()).toContain("event: changed"));
    await within(() => expect(heard.text()).toContain(`"message":"marker ${shop.marker} 1;"`));
    expect(heard.text().match(/event: notification/g)).toHaveLength(1);
  });

  test("answer with a position when no stream is requested", async () => {
    const answer = await apis.askOf.query("GET", "/api/v1/live");
    expect(answer.body).toEqual({ success: true, data: { seq: expect.any(Number) } });
  });

  test("need the header: a token in the URL is not accepted", async () => {
    const { token } = await register();
    const { promise, resolve } = Promise.withResolvers<number>();
    const path = `/api/v1/live?token=${token}&access_token=${token}`;
    get({ port, host: "127.0.0.1", path, headers: { accept: "text/event-stream" } }, (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    expect(await promise).toBe(401);
    process.stdout.write("0 tokens accepted from a URL; the stream is opened with the header\n");
  });

  test("end with their session and with a suspension, within 5 s", async () => {
    const [left, suspended, stays] = [await register(), await register(), await register()];
    const [one, two, three] = [
      await listenAs(left.token),
      await listenAs(suspended.token),
      await listenAs(stays.token),
    ];
    const began = performance.now();
    await apis.service.app.inject({
      method: "POST",
      url: "/api/v1/logout",
      headers: { authorization: `Bearer ${left.token}`, "content-type": "application/json" },
      payload: "{}",
    });
    await apis.query("update es.tenant_heads set status = 3 where tenant_id = $1", [
      suspended.tenantId,
    ]);
    const ends = await Promise.all([one.ended, two.ended]);
    const longest = Math.max(...ends) - began;
    expect(longest).toBeLessThan(CUT_WITHIN_MS);
    await notify(stays, 7);
    await within(() => expect(three.text()).toContain("7;"));
    process.stdout.write(`streams cut ${Math.round(longest)} ms after the session ended\n`);
  });

  test("drop a reader that stops reading", async () => {
    const shop = await register();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `GET /api/v1/live HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${shop.token}\r\n\r\n`,
    );
    socket.pause();
    const closed = Promise.withResolvers<void>();
    socket.on("close", () => closed.resolve());
    const big: Shop = { ...shop, marker: "x".repeat(60_000) };
    for (let n = 0; n < 400; n++) await notify(big, n);
    socket.resume();
    await closed.promise;
  });
});

test("200 streams of 20 shops receive only their own events", { retry: 2 }, async () => {
  const [SHOPS, STREAMS, COMMANDS, EVENTS] = [20, 10, 20, 10];
  const shops = await Promise.all(Array.from({ length: SHOPS }, register));
  const streams = await Promise.all(
    shops.flatMap((shop) =>
      Array.from({ length: STREAMS }, async () => ({ shop, heard: await listenAs(shop.token) })),
    ),
  );
  const numbers = Array.from({ length: COMMANDS * EVENTS }, (_, n) => n);
  const began = performance.now();
  // Through the event store: over HTTP the requests would be measured.
  await Promise.all(
    shops.map(async (shop) => {
      for (let at = 0; at < numbers.length; at += EVENTS) {
        await notify(shop, ...numbers.slice(at, at + EVENTS));
      }
    }),
  );
  const events = SHOPS * numbers.length;
  const rate = events / ((performance.now() - began) / 1000);
  await within(() => {
    for (const { shop, heard } of streams) {
      expect(heard.text()).toContain(`${shop.marker} ${numbers.length - 1};`);
    }
  });
  let foreign = 0;
  for (const { shop, heard } of streams) {
    const received = [...heard.text().matchAll(/marker (\S+) (\d+);/g)];
    foreign += received.filter(([, marker]) => marker !== shop.marker).length;
    // Each once and in order.
    expect(received.map(([, , n]) => Number(n))).toEqual(numbers);
  }
  process.stdout.write(
    `${streams.length} streams of ${SHOPS} shops, ${events} events at ${Math.round(rate)}/s: ${foreign} foreign\n`,
  );
  expect(foreign).toBe(0);
  expect(rate).toBeGreaterThan(1000);
});

test("another shop's notification that is planted on the channel is dropped", async () => {
  const [own, other] = [await register(), await register()];
  const heard = await listenAs(own.token);
  await within(() => expect(heard.text()).toContain("event: hello"));
  const hello = heard.text();
  const planted = [other.tenantId, randomUUID(), "", "*", `x${own.tenantId}`, own.marker];
  for (let seq = 1_000; seq < 1_100; seq++) {
    const payload = planted.map((name) => `${name}:${seq}`).join();
    await apis.query("select pg_notify('rm_done', $1)", [payload]);
  }
  await notify(other, 1);
  // A real notification comes after all of them.
  await notify(own, 1);
  await within(() => expect(heard.text()).toContain(`"message":"marker ${own.marker} 1;"`));
  const later = heard.text().slice(hello.length);
  expect(later).not.toContain(other.marker);
  expect(later).not.toMatch(/"seq":10\d\d/);
  process.stdout.write(`${100 * planted.length} planted notifications, 0 delivered
`);
});
