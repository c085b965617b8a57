import { execFile } from "node:child_process";
import { join } from "node:path";

import { findProgram } from "#tests/kit/services/find-program.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

const SCRIPT = join(import.meta.dirname, "..", "..", "tools", "verify_bundle.py");

export type BundleVerified = Readonly<{ code: number; out: string; err: string }>;

/**
 * Runs the independent verifier, which shares no code with the product, on a bundle that the
 * product wrote.
 */
export function verifyBundle(args: readonly string[]): Promise<BundleVerified> {
  const python = findProgram("python3", readTestSettings().path);
  if (python === undefined) throw new Error("python3 is not on the PATH");
  const { promise, resolve } = Promise.withResolvers<BundleVerified>();
  // -B: Python writes no cache beside the script.
  execFile(python, ["-B", SCRIPT, ...args], { env: {} }, (error, out, err) => {
    resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
  });
  return promise;
}
