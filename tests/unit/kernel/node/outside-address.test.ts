import { describe, expect, test } from "vitest";

import { isOutside } from "#kernel/node/net/outside-address.ts";

const INSIDE = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.0.1",
  "198.19.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  // IPv4 addresses inside IPv6 ones, in both spellings.
  "::127.0.0.1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::FFFF:A9FE:A9FE",
  "0:0:0:0:0:ffff:10.0.0.1",
  "::ffff:0:127.0.0.1",
  "2002:7f00:1::",
  "2002:808:808::1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::a00:1",
  "64:ff9b:1:ffff::1",
  // Teredo, discarded, documentation, benchmarks, site-local, private, link-local, multicast.
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "100::1",
  "2001:db8::1",
  "3fff::1",
  "2001:2::1",
  "fec0::1",
  "feff::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "ff02::1",
  "4000::1",
];

const OUTSIDE = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "172.32.0.1",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2a00:1450::1",
];

const NO_ADDRESSES = ["", " ", "localhost", "7f00:1", "127.1", "0x7f000001", "1.1.1.1/32", "[::1]"];

describe("an address that a customer named", () => {
  test.each(INSIDE)("%s is in a network that no public host has", (address) =>
    expect(isOutside(address)).toBe(false),
  );

  test.each(OUTSIDE)("%s is public", (address) => expect(isOutside(address)).toBe(true));

  test.each(NO_ADDRESSES)("%j is no IP address, and refused like one of our own", (address) =>
    expect(isOutside(address)).toBe(false),
  );
});
