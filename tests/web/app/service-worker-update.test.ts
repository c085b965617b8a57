import { describe, expect, test, vi } from "vitest";

import { createWorker, onlyWorker } from "#web/state/worker.ts";

/** A fake of the browser's registration, with the worker that arrives. */
function createFakeContainer(controller: object | null) {
  const told = new Map<string, () => void>();
  const hear = (type: string, listener: () => void) => void told.set(type, listener);
  const tell = (type: string) => told.get(type)?.();
  const sent: string[] = [];
  const registered: string[] = [];
  const coming = { state: "installing", addEventListener: hear };
  const waiting = { postMessage: (message: string) => void sent.push(message) };
  const registration: {
    installing: typeof coming;
    waiting: typeof waiting | null;
    addEventListener: typeof hear;
    update: () => Promise<void>;
  } = { installing: coming, waiting: null, addEventListener: hear, update: async () => undefined };
  const container = {
    controller,
    addEventListener: hear,
    register: async (address: string | URL) => {
      registered.push(String(address));
      return registration;
    },
  };
  const install = () => {
    tell("updatefound");
    coming.state = "installed";
    registration.waiting = waiting;
    tell("statechange");
  };
  return { container, registered, install, sent, tell };
}

describe("SHELL-15: a new version", () => {
  const begin = async (controller: object | null) => {
    vi.useFakeTimers();
    const fake = createFakeContainer(controller);
    const reload = vi.fn<() => void>();
    const worker = createWorker(fake.container, reload);
    worker.start();
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    return { ...fake, worker, reload };
  };

  test("is looked for after the page has loaded", async () => {
    const { registered, worker } = await begin(null);
    expect(registered).toEqual(["/sw.js"]);
    expect(worker.get()).toBe(false);
  });

  test("is announced, and activated only when the person asks for it", async () => {
    const { install, worker, sent, tell, reload } = await begin({});
    install();
    expect(worker.get()).toBe(true);
    expect(sent).toEqual([]);
    worker.takeOver();
    expect(sent).toEqual(["take-over"]);
    expect(reload).not.toHaveBeenCalled();
    tell("controllerchange");
    expect(reload).toHaveBeenCalledOnce();
  });

  test("can be postponed", async () => {
    const { install, worker, sent } = await begin({});
    install();
    worker.putOff();
    expect(worker.get()).toBe(false);
    expect(sent).toEqual([]);
  });

  test("is not announced if it is the first one", async () => {
    const { install, worker } = await begin(null);
    install();
    expect(worker.get()).toBe(false);
  });

  test("already activated by another tab only needs a reload", async () => {
    const { worker, reload } = await begin({});
    worker.takeOver();
    expect(reload).toHaveBeenCalledOnce();
  });

  test("is the only script that a string may name", () => {
    expect(onlyWorker("/sw.js")).toBe("/sw.js");
    for (const other of ["/sw.js?x", "https://evil.example/sw.js", "data:text/javascript,1"]) {
      expect(() => onlyWorker(other)).toThrow("no script of this app");
    }
  });
});

test("a browser without service workers works without them", () => {
  const worker = createWorker(undefined, () => undefined);
  worker.start();
  expect(worker.get()).toBe(false);
});
