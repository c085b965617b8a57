import { describe, expect, test } from "vitest";

import { answerOf } from "#web/worker/answer-of.ts";
import type { Shell } from "#web/worker/answer-of.ts";
import { createShellStore } from "#web/worker/shell-store.ts";

const ORIGIN = "https://till.example";
const shell: Shell = {
  version: "v2",
  files: ["/favicon.svg", "/assets/index-new.js", "/assets/same.js"],
  whenUsed: ["/assets/reader.wasm"],
  entry: "/assets/index-new.js",
};
const from = (path: string, part: { method?: string; mode?: string } = {}) => {
  const asked = { method: "GET", mode: "cors", url: new URL(path, ORIGIN).href, ...part };
  const answer = answerOf(asked, ORIGIN, shell);
  return answer.from === "network" ? "network" : `${answer.from} ${answer.path}`;
};
const opens = (path: string) => from(path, { mode: "navigate" });

describe("SHELL-14: the device", () => {
  test.each([
    "/api/products.php",
    "/api/v1/live",
    "/auth/login.php",
    "/docs",
    "/checkpoints/latest",
    "/dev/mails",
    "/icons/icon-192.png",
    "https://elsewhere.example/favicon.svg",
  ])("leaves %s to the network", (path) => {
    expect(from(path)).toBe("network");
  });

  test.each([
    "/api/products.php",
    "/api/v1/exports/sales",
    "/auth/login.php",
    "/docs",
    "/dev/mails",
  ])("leaves %s to the network when opened as a page, too", (path) => {
    expect(opens(path)).toBe("network");
  });

  test("never answers a request that is not a GET", () => {
    expect(from("/favicon.svg", { method: "POST" })).toBe("network");
    expect(from("/app/products", { method: "POST", mode: "navigate" })).toBe("network");
  });

  test("serves the files of the shell, and those of the version before", () => {
    expect(from("/favicon.svg")).toBe("shell /favicon.svg");
    expect(from("/assets/index-new.js")).toBe("shell /assets/index-new.js");
    expect(from("/assets/index-old.js")).toBe("shell /assets/index-old.js");
  });

  test("opens the app from the shell, the sell screen with its own policy", () => {
    expect(opens("/app")).toBe("shell /app");
    expect(opens("/app/products?add=1")).toBe("shell /app");
    expect(opens("/auth/login?returnTo=%2Fapp")).toBe("shell /app");
    expect(opens("/app/sell")).toBe("shell /app/sell");
  });

  test("opens public pages from the network; without one, the app shows that it is offline", () => {
    expect(opens("/")).toBe("network-or-shell /app");
    expect(opens("/pricing")).toBe("network-or-shell /app");
    expect(opens("/apples")).toBe("network-or-shell /app");
  });
});

/** A fake of the caches of one origin; oldest first, as in a browser. */
function createFakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const find = (path: string) =>
    [...stores.values()].flatMap((store) => store.get(path)?.clone() ?? [])[0];
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (path: string, response: Response) => void store.set(path, response),
      match: async (path: string) => store.get(path)?.clone(),
    };
  };
  return {
    open,
    match: async (path: string) => find(path),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
}

const fileFrom = (served: Record<string, string>) => {
  const asked: string[] = [];
  const fetch = async (path: Request | string) => {
    const name = typeof path === "string" ? path : path.url;
    asked.push(name);
    const body = served[name];
    return body === undefined ? new Response("gone", { status: 404 }) : new Response(body);
  };
  return { asked, fetch };
};
const served = {
  "/favicon.svg": "icon",
  "/assets/index-new.js": "new",
  "/assets/same.js": "same",
  "/app": '<script src="/assets/index-new.js"></script>',
  "/app/sell": '<script src="/assets/index-new.js"></script>',
};

describe("SHELL-14: the shell's store", () => {
  test("contains all files and both documents, and copies unchanged files from the version before", async () => {
    const caches = createFakeCaches();
    const before = await caches.open("tillbook-shell-v1");
    await before.put("/assets/same.js", new Response("same"));
    await before.put("/favicon.svg", new Response("old icon"));
    const { asked, fetch } = fileFrom(served);
    const store = createShellStore({ caches, fetch }, shell);
    await store.fill();
    expect(asked.toSorted()).toEqual(["/app", "/app/sell", "/assets/index-new.js", "/favicon.svg"]);
    expect(await (await store.find("/favicon.svg"))?.text()).toBe("icon");
    expect(await (await store.find("/app/sell"))?.text()).toContain("index-new.js");
  });

  test.each([
    ["a file is missing", { ...served, "/favicon.svg": undefined }],
    ["the document belongs to another version", { ...served, "/app": "index-old.js" }],
  ])("is not installed if %s", async (_, faulty) => {
    const known = Object.entries(faulty).filter((entry): entry is [string, string] =>
      entry.every((part) => part !== undefined),
    );
    const { fetch } = fileFrom(Object.fromEntries(known));
    const store = createShellStore({ caches: createFakeCaches(), fetch }, shell);
    await expect(store.fill()).rejects.toThrow(/answered 404|another version/);
  });

  test("SELL-64: contains a large file when it was used, also in the next version", async () => {
    const caches = createFakeCaches();
    const older = createShellStore(
      { caches, fetch: fileFrom(served).fetch },
      { ...shell, version: "v1" },
    );
    await older.fill();
    await older.keepUsed("/assets/reader.wasm", new Response("reader"));
    await older.keepUsed("/assets/other.js", new Response("other"));
    await older.keepUsed("/assets/reader.wasm", new Response("gone", { status: 404 }));
    expect(await older.find("/assets/other.js")).toBeUndefined();
    const { asked, fetch } = fileFrom(served);
    const store = createShellStore({ caches, fetch }, shell);
    await store.fill();
    await caches.delete("tillbook-shell-v1");
    expect(asked).not.toContain("/assets/reader.wasm");
    expect(await (await store.find("/assets/reader.wasm"))?.text()).toBe("reader");
  });

  test("keeps the version before for tabs that still use it, and leaves other caches alone", async () => {
    const caches = createFakeCaches();
    for (const name of ["tillbook-shell-v0", "other", "tillbook-shell-v1"]) await caches.open(name);
    const store = createShellStore({ caches, fetch: fileFrom(served).fetch }, shell);
    await store.fill();
    await store.forgetOld();
    expect(await caches.keys()).toEqual(["other", "tillbook-shell-v1", "tillbook-shell-v2"]);
  });
});
