import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { expect } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const LONGEST_MS = 60_000;

type Options = Readonly<{
  /** A program and its arguments that run Node, for example as another user. */
  before?: readonly string[];
}>;

/**
 * Runs a file that must end by itself with one line on its error output, without a stack, and with
 * exit code 1; returns the line.
 */
export async function refusedStart(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { before = [] }: Options = {},
): Promise<string> {
  const [program = "", ...rest] = [...before, process.execPath, ...args];
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...env },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: LONGEST_MS,
  });
  const exited = once(child, "exit");
  const said = await text(child.stderr);
  await exited;
  expect([child.exitCode, said.trimEnd().split("\n")], said).toEqual([1, [expect.any(String)]]);
  expect(said).not.toMatch(/^\s+at /m);
  return said.trimEnd();
}
