import { expect, test } from "vitest";

import { ipPrefix, senderOf } from "#kernel/node/net/ip-prefix.ts";

test.for([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001::6", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["not an address", "unknown"],
  ["", "unknown"],
])("%s becomes %s", ([address = "", prefix]) => {
  expect(ipPrefix(address)).toBe(prefix);
});

test("two addresses of one IPv6 customer are one sender, two IPv4 addresses are two", () => {
  expect(senderOf("2001:db8:1:2::1")).toBe(senderOf("2001:db8:1:2:ffff::9"));
  expect(senderOf("2001:db8:1:2::1")).not.toBe(senderOf("2001:db8:1:3::1"));
  expect(senderOf("203.0.113.1")).not.toBe(senderOf("203.0.113.2"));
  expect(senderOf("::ffff:203.0.113.1")).toBe(senderOf("203.0.113.1"));
});
