import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses } from "#tests/web/kit/fake-server.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { queryClient } from "#web/app/query.ts";
import { startRoute } from "#web/app/start-route.ts";
import { FIRST_REQUESTS, pageList } from "#web/pages.ts";
import { session } from "#web/state/session.ts";

const SCRIPT = readFileSync(join(import.meta.dirname, "../../../web/first.js"), "utf8");
const FIRST = pageList.flatMap(({ path, firstQuery }) => {
  const address = firstQuery && FIRST_REQUESTS[firstQuery];
  return address === undefined ? [] : [[path, address.replace(/\?.*/, "")] as const];
});

const fake = serveEachTest();
const open = (path: string): void => {
  history.replaceState(null, "", path);
  // In a block, because its declarations would remain otherwise.
  runInThisContext(`{${SCRIPT}}`);
};

beforeEach(() => {
  queryClient.clear();
  for (const [, path] of FIRST) fake.server.on(`GET ${path}`, refuses(403, "not now"));
});
afterEach(() => {
  globalThis.firstAnswer = undefined;
});

describe("the first request of a page", () => {
  test("is sent for each page that lists one, and for no other page", () => {
    const asked = [...SCRIPT.matchAll(/\["(\/app\/[^"]+)", "([^"]+)"\]/g)].map(
      ([, path, address]) => [path, address],
    );
    const listed = pageList.flatMap(({ path, firstQuery }) => {
      const address = firstQuery && FIRST_REQUESTS[firstQuery];
      return address === undefined ? [] : [[path, address]];
    });
    expect(listed.length).toBeGreaterThan(3);
    expect(new Set(asked)).toEqual(new Set(listed));
  });

  test.each(FIRST)(
    "of %s is sent before the app is loaded, and not again by the app",
    async (page, path) => {
      session.start(signedInAs("owner"));
      open(page);
      expect(fake.server.calls(`GET ${path}`)).toHaveLength(1);
      void startRoute(location.href);
      await vi.waitFor(() => expect(globalThis.firstAnswer).toBeUndefined());
      await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
      expect(fake.server.calls(`GET ${path}`)).toHaveLength(1);
    },
  );

  test("carries the session's token", () => {
    session.start(signedInAs("owner"));
    open("/app/products");
    const [call] = fake.server.calls("GET /api/products.php");
    expect(call?.headers.get("authorization")).toBe("Bearer token-of-owner");
  });

  test("is sent again if another person has signed in, or if too much time has passed", async () => {
    session.start(signedInAs("owner"));
    open("/app/products");
    session.start({ ...signedInAs("owner"), token: "another" });
    void startRoute(location.href);
    await vi.waitFor(() => expect(fake.server.calls("GET /api/products.php")).toHaveLength(2));
    queryClient.clear();
    open("/app/products");
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 11_000);
    void startRoute(location.href);
    await vi.waitFor(() => expect(fake.server.calls("GET /api/products.php")).toHaveLength(4));
  });

  test("is not sent by the app for a page that the role may not open", async () => {
    const path = "/api/sales/reports.php";
    fake.server.on(`GET ${path}`, refuses(403, "not for you"));
    session.start(signedInAs("cashier"));
    open("/app/reports");
    await startRoute(location.href);
    expect(fake.server.calls(`GET ${path}`)).toHaveLength(0);
    session.start(signedInAs("owner"));
    await startRoute(location.href);
    expect(fake.server.calls(`GET ${path}`)).toHaveLength(1);
  });

  test.each([
    ["not signed in", "/app/products", undefined],
    ["the address has other parameters", "/app/dashboard?period=7", signedInAs("owner")],
    ["the page has no first request", "/app/settings", signedInAs("owner")],
    ["a till has its products on the device", "/app/sell", signedInAs("owner")],
  ])("is not sent if %s", (_, path, signedIn) => {
    if (signedIn === undefined) session.end();
    else session.start(signedIn);
    open(path);
    expect(globalThis.firstAnswer).toBeUndefined();
  });
});
