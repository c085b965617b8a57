import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll } from "vitest";

import { jumpClocks } from "#tests/faults/drills/clock-jumps.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const PRELOAD = join(import.meta.dirname, "..", "..", "kit", "shifted-clock", "main.ts");
const SECONDS_EACH = 8;

const keys = generateKeyPairSync("ed25519", {
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describeWith(["postgres", "kafka", "redis"], "clocks that jump", () => {
  const folder = mkdtempSync(join(tmpdir(), "tillbook-clocks-"));
  const it = useDistributed({
    NODE_OPTIONS: `--import=${pathToFileURL(PRELOAD).href}`,
    CLOCK_FOLDER: folder,
    TOKEN_PRIVATE_KEY: base64(keys.privateKey),
    TOKEN_PUBLIC_KEY: base64(keys.publicKey),
  });
  afterAll(() => rm(folder, { recursive: true }));

  row(37, "by an hour ahead and back, apart, and ten minutes back, under load", (test) =>
    jumpClocks(it, test, {
      folder,
      tokenKeyPem: keys.privateKey,
      secondsEach: SECONDS_EACH,
    }),
  );
});
