import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Without global test functions the library cannot see to it itself, and a dialog left open keeps the next test from clicking.
afterEach(cleanup);
