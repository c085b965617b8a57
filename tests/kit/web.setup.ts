import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";

import { firstScreen } from "#web/state/first-screen.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

// Generous, for a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// What the first screen delays is requested at once.
firstScreen.report();

// On a busy machine a toast could be gone before the test looks for it.
beforeEach(toasts.pause);
afterEach(() => {
  for (const { id } of toasts.get()) toasts.dismiss(id);
});

// Without global test functions the library does not clean up itself, and an open dialog would
// block the next test's clicks.
afterEach(cleanup);
