import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { BY_DAY, REPORTS, serveReports, SUMMARY } from "#tests/web/kit/reports.ts";

const fake = serveEachTest();

const asked = (route: string) => fake.server.calls(route).map(({ query }) => query.toString());

describe("the days of the reports", () => {
  test("REP-01: are the last thirty, or the chosen period", async () => {
    serveReports(fake.server);
    const user = open(REPORTS, "owner");
    const period = await screen.findByLabelText("Period");
    expect([...period.querySelectorAll("option")].map(({ text }) => text)).toEqual([
      "Today",
      "Yesterday",
      "Last 7 days",
      "Last 30 days",
      "Last 90 days",
      "Last year",
      "One day",
      "Custom range",
    ]);
    await user.selectOptions(period, "Last year");
    await waitFor(() => expect(asked(SUMMARY)).toEqual(["period=30", "period=365"]));
    await waitFor(() => expect(asked(BY_DAY)).toEqual(["period=30", "period=365"]));
    expect(location.search).toBe("?period=365");
  });

  test("REP-01: a custom range starts with the days on screen, and is requested once valid", async () => {
    serveReports(fake.server);
    const user = open(REPORTS, "owner");
    await screen.findByText("Kwame Boateng");
    await user.selectOptions(screen.getByLabelText("Period"), "Custom range");
    const from = await screen.findByLabelText("From");
    expect(from).toHaveProperty("value", "2026-10-23");
    expect(screen.getByLabelText("To")).toHaveProperty("value", "2026-11-21");
    await user.clear(from);
    await user.type(from, "2026-11-30");
    await user.click(screen.getByRole("button", { name: "Show" }));
    await screen.findByText("The end is before the start");
    expect(asked(SUMMARY)).toEqual(["period=30", "from=2026-10-23&to=2026-11-21"]);
    await user.clear(from);
    await user.type(from, "2026-11-01");
    await user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(() => expect(asked(SUMMARY).at(-1)).toBe("from=2026-11-01&to=2026-11-21"));
    expect(location.search).toBe("?from=2026-11-01&to=2026-11-21");
  });

  test("REP-01: today and yesterday are days of the shop, and the URL keeps the choice", async () => {
    serveReports(fake.server);
    const user = open(REPORTS, "owner");
    const period = await screen.findByLabelText("Period");
    await user.selectOptions(period, "Yesterday");
    await waitFor(() => expect(location.search).toBe("?period=yesterday"));
    await user.selectOptions(period, "Today");
    await waitFor(() => expect(asked(SUMMARY)).toHaveLength(3));
    const days = fake.server.calls(SUMMARY).map(({ query }) => query.get("from") ?? "");
    expect(Date.parse(days[2] ?? "") - Date.parse(days[1] ?? "")).toBe(86_400_000);
    expect(asked(SUMMARY).slice(1)).toEqual(days.slice(1).map((day) => `from=${day}&to=${day}`));
    expect(location.search).toBe("?period=1");
    expect(screen.queryByLabelText("From")).toBeNull();
    await user.selectOptions(period, "Custom range");
    await screen.findByLabelText("From");
  });

  test("REP-01: one day, and the days beside it", async () => {
    serveReports(fake.server);
    const user = open(REPORTS, "owner");
    await screen.findByText("Kwame Boateng");
    const period = screen.getByLabelText("Period");
    await user.selectOptions(period, "One day");
    expect(await screen.findByLabelText("Day", { selector: "[type=date]" })).toHaveProperty(
      "value",
      "2026-11-21",
    );
    await user.click(screen.getByRole("button", { name: "Day before" }));
    await waitFor(() => expect(asked(SUMMARY).at(-1)).toBe("from=2026-11-20&to=2026-11-20"));
    const day = screen.getByLabelText("Day", { selector: "[type=date]" });
    expect(day).toHaveProperty("value", "2026-11-20");
    await user.clear(day);
    await user.type(day, "2026-10-05");
    await user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(() => expect(location.search).toBe("?from=2026-10-05&to=2026-10-05"));
    expect(period).toHaveProperty("value", "day");
    await user.click(screen.getByRole("button", { name: "Day after" }));
    await waitFor(() => expect(location.search).toBe("?from=2026-10-06&to=2026-10-06"));
  });

  test("REP-17: a range in the URL is used, an invalid one is ignored", async () => {
    serveReports(fake.server);
    open(`${REPORTS}?from=2026-11-01&to=2026-10-01`, "owner");
    await screen.findByText("Kwame Boateng");
    expect(asked(SUMMARY)).toEqual(["period=30"]);
  });
});
