import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Generous, for a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Without global test functions the library does not clean up itself, and an open dialog would
// block the next test's clicks.
afterEach(cleanup);
