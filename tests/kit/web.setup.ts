// oxlint-disable-next-line import/no-unassigned-import -- gives the page the database that its browser would have
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

import { firstScreen } from "#web/state/first-screen.ts";

// Generous, for a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// What the first screen delays is requested at once.
firstScreen.report();

// Without global test functions the library does not clean up itself, and an open dialog would
// block the next test's clicks.
afterEach(cleanup);
