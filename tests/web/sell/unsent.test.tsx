import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { onDevice } from "#tests/web/kit/device.ts";
import { answers, breaks, hangs, refuses } from "#tests/web/kit/fake-server.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import {
  barText,
  chargePaste,
  press,
  RECORD,
  recorded,
  tillEachTest,
} from "#tests/web/kit/till.tsx";
import { session } from "#web/state/session.ts";

const fake = tillEachTest();

describe("SELL-25: a sale whose answer was lost", () => {
  const sellPaste = async () => {
    await chargePaste();
    press(/^Exact/);
    await screen.findByText("Not confirmed yet");
  };

  test("is stored, shown, sent again with its key, and recorded once", async () => {
    fake.server.on(RECORD, breaks, recorded);
    await sellPaste();
    expect(await onDevice("unsent")).toContain("p-paste");
    expect(await onDevice("carts")).toBe("[]");
    fireEvent.click(await screen.findByRole("button", { name: "1 to send", hidden: true }));
    fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
    await screen.findByText("All sales are confirmed.");
    expect(fake.keysSent()).toHaveLength(2);
    expect(new Set(fake.keysSent()).size).toBe(1);
    expect(await onDevice("unsent")).toBe("[]");
    await screen.findByText("Paid in cash");
  });

  test("is sent after the next sign-in of the same person, and of no other", async () => {
    fake.server.on(RECORD, breaks, recorded);
    await sellPaste();
    act(() => session.end());
    act(() => session.start(signedInAs("manager")));
    await act(() => Promise.resolve());
    expect(fake.server.calls(RECORD)).toHaveLength(1);
    act(() => session.start(signedInAs("owner")));
    await waitFor(() => expect(fake.keysSent()).toHaveLength(2));
    expect(new Set(fake.keysSent()).size).toBe(1);
  });

  test("that the server then refuses shows the reason, and leads back to the cart", async () => {
    fake.server.on(RECORD, breaks, refuses(409, "Insufficient stock for Gino"));
    await sellPaste();
    fireEvent.click(await screen.findByRole("button", { name: "1 to send", hidden: true }));
    fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
    await screen.findByText("Insufficient stock for Gino");
    screen.getByText("Not recorded. Insufficient stock for Gino");
    fireEvent.click(screen.getByRole("button", { name: "Back to the cart" }));
    await waitFor(() => expect(barText()).toContain("12.00"));
    expect(await onDevice("unsent")).toBe("[]");
  });

  test("is not offered a second time if the page closed before the answer", async () => {
    fake.server.on(RECORD, hangs);
    await chargePaste();
    press(/^Exact/);
    await screen.findByText("Recording…");
    expect(await onDevice("carts")).toBe("[]");
    expect(await onDevice("unsent")).toContain("p-paste");
  });

  test("waits while the answer is not about the sale", async () => {
    fake.server.on(RECORD, breaks, answers({ success: false, error: "Slow down" }, 429), recorded);
    await sellPaste();
    fireEvent.click(await screen.findByRole("button", { name: "1 to send", hidden: true }));
    fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
    await waitFor(() => expect(fake.keysSent()).toHaveLength(2));
    expect(screen.queryByText("Slow down")).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
    await screen.findByText("All sales are confirmed.");
    expect(new Set(fake.keysSent()).size).toBe(1);
  });
});
