import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import { toNetworkCheck } from "./networks.ts";

/** Networks that nobody outside can mean: this machine, its neighbours, and what is no address of a host. */
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
 * An address of a host that a customer named; nothing where the name is unknown, or leads into our own network.
 * Whoever connects uses the address and not the name: asked again, the name might lead elsewhere.
 */
export async function outsideAddress(host: string): Promise<string | undefined> {
  const addresses = await lookup(host, { all: true }).catch(() => []); // an unknown name
  const isOutside = addresses.every(({ address }) => !isInside(address.replace(/^::ffff:/i, "")));
  return isOutside ? addresses[0]?.address : undefined;
}

/** The name to expect on a certificate. */
export const servernameOf = (host: string): string | undefined =>
  isIP(host) === 0 ? host : undefined;
