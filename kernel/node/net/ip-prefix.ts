import { isIP } from "node:net";

/**
 * The network of an address: enough to tell places apart, too little to identify a person. 24 bits
 * of IPv4, 48 of IPv6.
 */
export function ipPrefix(address: string): string {
  const plain = withoutMapping(address);
  switch (isIP(plain)) {
    case 4:
      return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
    case 6:
      return `${groups(plain).slice(0, 3).join(":")}::/48`;
    default:
      return "unknown";
  }
}

/** The unit of rate limits: an IPv4 address, or the 64 bits of IPv6 that one customer gets. */
export function senderOf(address: string): string {
  const plain = withoutMapping(address);
  return isIP(plain) === 6 ? `${groups(plain).slice(0, 4).join(":")}::/64` : plain;
}

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

function groups(address: string): string[] {
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  return [...front, ...Array<string>(missing).fill("0"), ...back].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ""),
  );
}
