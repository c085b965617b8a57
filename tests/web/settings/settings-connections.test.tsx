import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { pressIn } from "#tests/web/kit/hands.ts";
import { business, settings, subscription } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();

const SETTINGS = "GET /api/v1/settings";
const PAYSTACK = "/api/v1/settings/providers/paystack";
const SMTP = "/api/v1/settings/providers/smtp";
const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);
const connectClient = settings({
  business: { ...business, payment_provider: "paystack", email_provider: "smtp" },
});
const prices = {
  premium_price: 50,
  enterprise_price: 150,
  trial_days: 14,
  maintenance_banner: null,
};

const serve = () => {
  fake.server.on("GET /api/v1/subscription", succeeds(subscription));
  fake.server.on("GET /api/v1/public-settings", succeeds(prices));
};

describe("payments", () => {
  test("SET-15: Add Payment Method takes the keys after a test call and never shows them again", async () => {
    serve();
    fake.server.on(SETTINGS, succeeds(settings()), succeeds(connectClient));
    fake.server.on(
      `PUT ${PAYSTACK}`,
      refuses(422, "Paystack rejected this key.", "provider-refused"),
      succeeds({ id: "tenant-adom" }),
    );
    const user = open("/app/settings?tab=payments", "owner");
    await screen.findByText(/^You record card and mobile money sales by hand today/);
    await user.click(await screen.findByRole("button", { name: "Add Payment Method" }));
    const dialog = await screen.findByRole("dialog", { name: "Paystack" });
    await pressIn(user, dialog, "Test and connect");
    await within(dialog).findByText("The secret key is required");
    await user.type(within(dialog).getByLabelText("Secret key"), "sk_test_abc");
    await user.type(within(dialog).getByLabelText("Public key"), "pk_test_abc");
    await pressIn(user, dialog, "Test and connect");
    await within(dialog).findByText("Not saved. Paystack rejected this key.");
    await pressIn(user, dialog, "Test and connect");
    await screen.findByText("Connected");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const keys = { secret_key: "sk_test_abc", public_key: "pk_test_abc" };
    expect(bodies(`PUT ${PAYSTACK}`)).toEqual([keys, keys]);
    expect(document.body.textContent).not.toContain("sk_test_abc");
  });

  test("SET-18: shows the plan, its limits and usage, and sends a request for another", async () => {
    serve();
    fake.server.on(SETTINGS, succeeds(settings()));
    fake.server.on("POST /api/v1/contact", answers({ success: true, message: "Thank you" }));
    const user = open("/app/settings?tab=payments", "owner");
    await screen.findByText("164, no limit");
    screen.getByText("3 of 10");
    screen.getByText("5 Dec 2026");
    await screen.findByText("Free, GH₵0.00 a month");
    await user.click(screen.getByRole("button", { name: "Update Billing" }));
    const dialog = await screen.findByRole("dialog", { name: "Update billing" });
    await user.selectOptions(within(dialog).getByLabelText("Plan"), "premium");
    await pressIn(user, dialog, "Request this plan");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies("POST /api/v1/contact")).toEqual([
      {
        first_name: "Akosua",
        last_name: "Mensah",
        email: "akosua@adom.example",
        company: "Adom Provisions, Osu",
        subject: "billing",
        message: "Please change the plan of Adom Provisions, Osu to Basic.",
      },
    ]);
  });
});

describe("integrations", () => {
  test("SET-16: connect the shop's own mail server, with TLS on its port", async () => {
    fake.server.on(SETTINGS, succeeds(settings()));
    fake.server.on(`PUT ${SMTP}`, succeeds({ id: "tenant-adom" }));
    const user = open("/app/settings?tab=integrations", "owner");
    await user.click(await screen.findByRole("button", { name: "Connect email" }));
    const dialog = await screen.findByRole("dialog", { name: "Your own mail server" });
    await user.type(within(dialog).getByLabelText("Mail server"), "mail.adom.example");
    const port = within(dialog).getByLabelText("Port");
    await user.clear(port);
    await user.type(port, "465");
    await pressIn(user, dialog, "Test and connect");
    await waitFor(() =>
      expect(bodies(`PUT ${SMTP}`)).toEqual([
        { host: "mail.adom.example", port: 465, secure: true },
      ]),
    );
  });

  test("SET-16: can be tested again, and disconnected after confirmation", async () => {
    fake.server.on(SETTINGS, succeeds(connectClient), succeeds(settings()));
    fake.server.on(
      `POST ${SMTP}/test`,
      refuses(503, "The server does not answer.", "provider-unreachable"),
      answers({ success: true, message: "It works", data: { id: "tenant-adom" } }),
    );
    fake.server.on(`DELETE ${SMTP}`, succeeds({ id: "tenant-adom" }));
    const user = open("/app/settings?tab=integrations", "owner");
    const section = await screen.findByRole("region", { name: "Your own mail server" });
    await pressIn(user, section, "Test");
    await within(section).findByRole("alert");
    await pressIn(user, section, "Test");
    await screen.findByText("It works");
    await pressIn(user, section, "Disconnect");
    const question = await screen.findByRole("alertdialog");
    expect(fake.server.calls(`DELETE ${SMTP}`)).toEqual([]);
    await pressIn(user, question, "Disconnect");
    await within(section).findByRole("button", { name: "Connect email" });
    expect(fake.server.calls(`DELETE ${SMTP}`)).toHaveLength(1);
    // The button that had the focus is gone.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });
});
