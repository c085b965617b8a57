import { generateKeyPairSync } from "node:crypto";

/** The public key of another browser profile, as it sends it: SPKI in base64. */
export const newPublicKey = (namedCurve = "P-256"): string =>
  generateKeyPairSync("ec", { namedCurve })
    .publicKey.export({ format: "der", type: "spki" })
    .toString("base64");
