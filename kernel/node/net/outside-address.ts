import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import { toNetworkCheck } from "./networks.ts";

/** Networks that no public host has: loopback, private, link-local, multicast and reserved. */
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
  "::/128",
  "::1/128",
  "64:ff9b::/96",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8",
]);

/**
 * The public address of a host that a customer named; undefined for an unknown name and for our own
 * network. Connect to the address, not to the name: a second lookup might return another one.
 */
export async function outsideAddress(host: string): Promise<string | undefined> {
  const addresses = await lookup(host, { all: true }).catch(() => []); // unknown name
  const isOutside = addresses.every(({ address }) => !isInside(address.replace(/^::ffff:/i, "")));
  return isOutside ? addresses[0]?.address : undefined;
}

/** The name to expect on a certificate; undefined for an IP address. */
export const servernameOf = (host: string): string | undefined =>
  isIP(host) === 0 ? host : undefined;
