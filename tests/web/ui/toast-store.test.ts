import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createToastStore, TOAST_LIMIT } from "#web/ui/feedback/toast-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const textsOf = (store: ReturnType<typeof createToastStore>) => store.get().map(({ text }) => text);

describe("toasts", () => {
  for (const [type, lifeMs] of [
    ["error", 4_000],
    ["blank", 4_000],
    ["success", 2_000],
  ] as const) {
    test(`TOAST-01: of type ${type} stay ${lifeMs} ms`, () => {
      const store = createToastStore();
      store.show(type, "words");
      vi.advanceTimersByTime(lifeMs - 1);
      expect(textsOf(store)).toEqual(["words"]);
      vi.advanceTimersByTime(1);
      expect(textsOf(store)).toEqual([]);
    });
  }

  test("TOAST-05: with an action stay 10 seconds, and pause like the others", () => {
    const store = createToastStore();
    const press = vi.fn<() => void>();
    store.show("success", "words", undefined, { label: "Undo", press });
    vi.advanceTimersByTime(9_000);
    store.pause();
    vi.advanceTimersByTime(60_000);
    store.resume();
    vi.advanceTimersByTime(999);
    expect(store.get()).toMatchObject([{ text: "words", action: { label: "Undo" } }]);
    vi.advanceTimersByTime(1);
    expect(textsOf(store)).toEqual([]);
    expect(press).not.toHaveBeenCalled();
  });

  test("TOAST-01: of type loading stay until replaced", () => {
    const store = createToastStore();
    const id = store.show("loading", "Saving");
    vi.advanceTimersByTime(3_600_000);
    store.show("success", "Saved", id);
    expect(textsOf(store)).toEqual(["Saved"]);
    vi.advanceTimersByTime(2_000);
    expect(textsOf(store)).toEqual([]);
  });

  test("TOAST-02: are twenty at most, the newest first", () => {
    const store = createToastStore();
    for (let number = 1; number <= TOAST_LIMIT + 5; number += 1) {
      store.show("error", `No ${number}`);
    }
    expect(textsOf(store)).toHaveLength(20);
    expect(textsOf(store).at(0)).toBe("No 25");
    expect(textsOf(store).at(-1)).toBe("No 6");
  });

  test("TOAST-03: pause, and continue with the remaining time", () => {
    const store = createToastStore();
    store.show("success", "words");
    vi.advanceTimersByTime(1_500);
    store.pause();
    vi.advanceTimersByTime(60_000);
    expect(textsOf(store)).toEqual(["words"]);
    store.resume();
    vi.advanceTimersByTime(499);
    expect(textsOf(store)).toEqual(["words"]);
    vi.advanceTimersByTime(1);
    expect(textsOf(store)).toEqual([]);
  });

  test("shown while paused start after the pause", () => {
    const store = createToastStore();
    store.pause();
    store.show("success", "words");
    vi.advanceTimersByTime(60_000);
    store.resume();
    vi.advanceTimersByTime(1_999);
    expect(textsOf(store)).toEqual(["words"]);
    vi.advanceTimersByTime(1);
    expect(textsOf(store)).toEqual([]);
  });

  test("TOAST-03: continue after the last one was closed under the pointer", () => {
    const store = createToastStore();
    const id = store.show("error", "words");
    store.pause();
    store.dismiss(id);
    store.show("success", "more");
    vi.advanceTimersByTime(2_000);
    expect(textsOf(store)).toEqual([]);
  });

  test("notify their listeners until these unsubscribe", () => {
    const store = createToastStore();
    const heard: number[] = [];
    const leave = store.subscribe(() => heard.push(store.get().length));
    const id = store.show("blank", "words");
    store.dismiss(id);
    leave();
    store.show("blank", "more");
    expect(heard).toEqual([1, 0]);
  });
});
