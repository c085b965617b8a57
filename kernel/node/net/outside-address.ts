import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import { toNetworkCheck } from "./networks.ts";

/** IPv4 networks that no public host has: loopback, private, link-local, multicast and reserved. */
const isInside = toNetworkCheck([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/** IPv4 addresses, also those that are written as IPv6 ones (::ffff:7f00:1). */
const isOld = toNetworkCheck(["0.0.0.0/0"]);
/** IPv6 addresses of public hosts are in this network alone. */
const isGlobal = toNetworkCheck(["2000::/3"]);
/** Parts of it that are of no public host, or that contain the IPv4 address of another one. */
const isSpecial = toNetworkCheck([
  "2001::/32",
  "2001:2::/48",
  "2001:10::/28",
  "2001:20::/28",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
]);

/** True for the address of a public host; false also for a text that is no IP address. */
export const isOutside = (address: string): boolean =>
  isOld(address) ? !isInside(address) : isGlobal(address) && !isSpecial(address);

/**
 * The public address of a host that a customer named; undefined for an unknown name and for our own
 * network. Connect to the address, not to the name: a second lookup might return another one.
 */
export async function outsideAddress(host: string): Promise<string | undefined> {
  const addresses = await lookup(host, { all: true }).catch(() => []); // unknown name
  return addresses.every(({ address }) => isOutside(address)) ? addresses[0]?.address : undefined;
}

/** The name to expect on a certificate; undefined for an IP address. */
export const servernameOf = (host: string): string | undefined =>
  isIP(host) === 0 ? host : undefined;
