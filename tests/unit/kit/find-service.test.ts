import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findProgram } from "#tests/kit/services/find-program.ts";
import { kafkaJars } from "#tests/kit/services/kafka-jars.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-kit-"));
});

afterEach(() => rm(folder, { recursive: true }));

const script = async (name: string, lines: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
};

test("a program is looked for along the path and must be executable", async () => {
  await mkdir(join(folder, "empty"));
  await writeFile(join(folder, "notes"), "");
  const java = await script("java", "");
  const path = `${join(folder, "empty")}:${folder}`;
  expect(findProgram("java", path)).toBe(java);
  expect(findProgram("notes", path)).toBeUndefined();
  expect(findProgram("java", "")).toBeUndefined();
});

test("Kafka's jars come from the cache when they are there", async () => {
  const mvn = await script("mvn", "exit 1");
  await mkdir(join(folder, "kafka-4.1.0"));
  expect(await kafkaJars(folder, undefined)).toBe(join(folder, "kafka-4.1.0"));
  expect(await kafkaJars(folder, mvn)).toBe(join(folder, "kafka-4.1.0"));
});

test("otherwise Maven fetches them, all or none", async () => {
  const eachArgument = `for one in "$@"; do case $one in -DoutputDirectory=*) at=\${one#*=};; esac; done`;
  const half = await script("half", `${eachArgument}\nmkdir -p "$at"\necho no network\nexit 1`);
  await expect(kafkaJars(join(folder, "cache"), half)).rejects.toThrow("no network");
  await expect(kafkaJars(join(folder, "cache"), undefined)).rejects.toThrow(
    "mvn is not on the PATH",
  );
  const whole = await script("whole", `${eachArgument}\nmkdir -p "$at"`);
  expect(await kafkaJars(join(folder, "cache"), whole)).toBe(join(folder, "cache", "kafka-4.1.0"));
});
