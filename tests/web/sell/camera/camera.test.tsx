import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { cameraEachTest, fakeCamera, hidePage, putCamera } from "#tests/web/kit/fake-camera.ts";
import { barText, openTill, press, tillEachTest } from "#tests/web/kit/till.tsx";
import { lockTill } from "#web/lock/lock.ts";
import { createCodeGate } from "#web/parts/camera/code-gate.ts";

// First, so that its end is the last: requests may still be under way before it.
cameraEachTest();
tillEachTest();

const MILO = "6001240100035";
const sheet = () => screen.findByRole("dialog", { name: "Scan with the camera" });
const open = async () => {
  press("Scan with the camera");
  return sheet();
};

describe("the camera", () => {
  test("SELL-58, SELL-59: a code that the browser's own reader finds goes into the cart, and the camera stays open", async () => {
    const camera = fakeCamera();
    const user = await openTill();
    const dialog = await open();
    camera.show(MILO);
    await within(dialog).findByText("Milo 400g × 1 in the cart");
    camera.show();
    expect(camera.state.stopped).toBe(0);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(barText()).toContain("1 item");
    expect(camera.state).toMatchObject({ opened: 1, stopped: 1 });
  });

  test("SELL-58: an unknown code is asked about, and the camera opens again after it", async () => {
    const camera = fakeCamera();
    await openTill();
    await open();
    camera.show("99999999");
    const unknown = await screen.findByRole("dialog", { name: "No product with this code" });
    camera.show();
    within(unknown).getByText("99999999");
    expect(camera.state.stopped).toBe(1);
    fireEvent.click(within(unknown).getByRole("button", { name: "Cancel" }));
    await sheet();
    await waitFor(() => expect(camera.state.opened).toBe(2));
  });

  test("SELL-61: it is off while the page is hidden, and when the till locks", async () => {
    const camera = fakeCamera();
    await openTill();
    await open();
    await waitFor(() => expect(camera.state.opened).toBe(1));
    await act(async () => hidePage(true));
    expect(camera.state.stopped).toBe(1);
    await act(async () => hidePage(false));
    await waitFor(() => expect(camera.state.opened).toBe(2));
    await act(async () => lockTill());
    await waitFor(() => expect(camera.state.stopped).toBe(2));
  });

  test("SELL-61: a camera that starts after it was closed is stopped", async () => {
    fakeCamera();
    const stop = vi.fn();
    let start: (stream: unknown) => void = () => undefined;
    putCamera(() => new Promise((resolve) => (start = resolve)));
    await openTill();
    const dialog = await open();
    fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    await act(async () => start({ getTracks: () => [{ stop }], getVideoTracks: () => [] }));
    expect(stop).toHaveBeenCalledOnce();
  });

  test.each([
    ["refused", "NotAllowedError", /may not use the camera/],
    ["absent", "NotFoundError", /is no camera/],
    ["in use", "NotReadableError", /did not start/],
  ])("SELL-62: a camera that is %s is said, and the code can be typed", async (_, name, words) => {
    fakeCamera();
    putCamera(() => Promise.reject(new DOMException("no", name)));
    const user = await openTill();
    const dialog = await open();
    const said = (await within(dialog).findByRole("alert")).textContent;
    expect(said).toMatch(words);
    expect(said).toMatch(/type the code in the search/i);
    await user.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("SELL-62: what reads the codes could not be loaded, which is said", async () => {
    const camera = fakeCamera();
    camera.failReader();
    await openTill();
    const dialog = await open();
    await within(dialog).findByText(/could not be loaded/);
  });

  test("SELL-62: a browser without cameras is told apart", async () => {
    fakeCamera();
    putCamera(undefined);
    await openTill();
    const dialog = await open();
    await within(dialog).findByText(/is no camera/);
  });

  test("SELL-63: the light is switched on and off where there is one", async () => {
    const camera = fakeCamera({ torch: true });
    const user = await openTill();
    const dialog = await open();
    await user.click(await within(dialog).findByRole("button", { name: "Light on" }));
    await user.click(await within(dialog).findByRole("button", { name: "Light off" }));
    await within(dialog).findByRole("button", { name: "Light on" });
    expect(camera.lights).toEqual([{ torch: true }, { torch: false }]);
  });

  test("SELL-63: without a light there is no button for it", async () => {
    fakeCamera();
    await openTill();
    const dialog = await open();
    await within(dialog).findByRole("button", { name: "Done" });
    expect(within(dialog).queryByRole("button", { name: /Light/ })).toBeNull();
  });
});

describe("SELL-60: a code", () => {
  const bars = (code: string) => [{ code, isLinear: true }];
  const square = [{ code: "TB/1", isLinear: false }];

  test("of bars counts at the second picture, a square one at the first", () => {
    const gate = createCodeGate();
    expect(gate.pass(bars(MILO), 0)).toEqual([]);
    expect(gate.pass(bars(MILO), 100)).toEqual([MILO]);
    expect(gate.pass(square, 200)).toEqual(["TB/1"]);
  });

  test("that is read once, and never again, does not count", () => {
    const gate = createCodeGate();
    expect(gate.pass(bars("1063642011475"), 0)).toEqual([]);
    expect(gate.pass(bars(MILO), 100)).toEqual([]);
    expect(gate.pass(bars(MILO), 200)).toEqual([MILO]);
    expect(gate.pass(bars("1063642011475"), 1_000)).toEqual([]);
  });

  test("counts again when it has left the picture, or after 1.5 s", () => {
    const gate = createCodeGate();
    const counted = [0, 100, 300, 600, 900, 1_200, 1_500, 1_650, 1_800].map(
      (atMs) => gate.pass(bars(MILO), atMs).length,
    );
    expect(counted).toEqual([0, 1, 0, 0, 0, 0, 0, 1, 0]);
    expect(gate.pass(bars(MILO), 2_600)).toEqual([]);
    expect(gate.pass(bars(MILO), 2_700)).toEqual([MILO]);
  });
});
