import { cleanup, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";

import { App } from "#web/app/app.tsx";
import { queryClient } from "#web/app/query.ts";
import { pageList, type pages } from "#web/pages.ts";
import { loadFrame, loadScreen } from "#web/screens.ts";
import { session } from "#web/state/session.ts";
import { watchBack } from "#web/ui/overlay/back-guard.ts";
import { loadOverlays } from "#web/ui/overlay/overlay.tsx";

import { clearDevice } from "./device.ts";
import { createFakeServer, type FakeServer } from "./fake-server.ts";
import { firstSteps, signedInAs } from "./shop.ts";

watchBack();

/** What still asks when a test has ended, such as a device that becomes a till, reaches no server. */
function serveNothingBetweenTests(): void {
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
}

/** The whole app over a fake server, fresh for each test. */
export function serveEachTest(): { readonly server: FakeServer } {
  const current = { server: createFakeServer() };
  beforeAll(async () => {
    serveNothingBetweenTests();
    const loads = [
      loadOverlays(),
      loadFrame(),
      import("#web/app/first-queries.ts"),
      import("#web/app/no-access.tsx"),
      import("#web/features/reports/report-query.ts"),
      import("#web/sync/live.ts"),
      import("#web/app/shell/shell-strip.tsx"),
    ];
    await Promise.all([...loads, ...pageList.map(loadScreen)]);
  });
  beforeEach(() => {
    current.server = createFakeServer();
    // The shop of most tests is not new.
    const steps = JSON.stringify(firstSteps());
    localStorage.setItem(`first-steps:${signedInAs("owner").tenant.id}`, steps);
    vi.stubGlobal("fetch", current.server.fetch);
  });
  afterEach(async () => {
    cleanup();
    session.end();
    queryClient.clear();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    await clearDevice();
  });
  return current;
}

type PagePath =
  | (typeof pages)[keyof typeof pages]["path"]
  | (typeof pages)["tenants" | "notifications"]["also"];

/** The address of a listed page: without its entry, the tests of a page do not compile. */
export type Address = PagePath | `${PagePath}?${string}`;

/** Opens a page: signed in with the role, or as a guest. */
export const open = (address: Address, role?: string) => openAny(address, role);

/** Opens an address that may not be a page's. */
export function openAny(path: string, role?: string) {
  if (role !== undefined) session.start(signedInAs(role));
  window.history.replaceState(null, "", path);
  render(<App />);
  return userEvent.setup();
}
