import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Patience for a busy machine: what is waited for comes, or the test is red.
configure({ asyncUtilTimeout: 10_000 });

// Without global test functions the library cannot see to it itself, and a dialog left open keeps the next test from clicking.
afterEach(cleanup);
