import { testScreensOf } from "#tests/kit/browser/screens/test-screens.ts";

testScreensOf((who) => who === "owner");
