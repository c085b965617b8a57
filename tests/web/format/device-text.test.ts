import { expect, test } from "vitest";

import { deviceText } from "#web/format/device-text.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15";

test.each([
  [`${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${IPHONE} (KHTML, like Gecko) FxiOS/150.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0", "Edge on Windows"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("SET-13: the device of %j is %j", (agent, text) => {
  expect(deviceText(agent)).toBe(text);
});
