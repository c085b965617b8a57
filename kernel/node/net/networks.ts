import { BlockList, isIP } from "node:net";

const BITS = /^\d{1,3}$/;

/** An IP address or a CIDR range. */
export function isNetwork(value: string): boolean {
  const [address = "", bits, ...rest] = value.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (BITS.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Returns a predicate that tells if an address is in one of the networks. */
export function toNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const blocks = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = familyOf(address);
    if (bits === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && blocks.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
