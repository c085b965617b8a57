import { Agent } from "node:http";

import { describe, expect, test } from "vitest";

import { envelope, thingsApp } from "#tests/kit/fakes/things-app.ts";
import { listen, send, type ReceivedAnswer } from "#tests/kit/http/raw-http.ts";

describe("closing", () => {
  test("finishes requests in flight and refuses new ones", async () => {
    const { app } = thingsApp();
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    app.get("/slow", async () => {
      begun.resolve();
      await gate.promise;
      return { success: true };
    });
    const late = Promise.withResolvers<ReceivedAnswer>();
    const [agent, other] = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    let port = 0;
    // The listening socket is still open when closing begins.
    app.addHook("preClose", async () =>
      late.resolve(await send({ port, path: "/short", agent: other })),
    );
    port = await listen(app);
    await send({ port, path: "/short", agent: other });

    const slow = send({ port, path: "/slow", agent });
    await begun.promise;
    const closed = app.close();
    const refused = await late.promise;
    gate.resolve();

    expect((await slow).status).toBe(200);
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({ connection: "close", "x-not-begun": "1" });
    expect(JSON.parse(refused.body)).toEqual(envelope("shutting-down"));
    await closed;
    agent?.destroy();
    other?.destroy();
  });
});
