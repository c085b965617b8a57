import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { runTool } from "#standalone/product/postgres/run-process.ts";

const POM = join(import.meta.dirname, "pom.xml");
const VERSION = /<artifactId>kafka_2\.13<\/artifactId>\s*<version>([^<]+)</;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const fetchJars = async (mvn: string, folder: string): Promise<void> => {
  const aside = `${folder}.new-${process.pid}`;
  await mkdir(dirname(folder), { recursive: true });
  const goal = ["-q", "-B", "-f", POM, "dependency:copy-dependencies"];
  const target = ["-DincludeScope=runtime", `-DoutputDirectory=${aside}`];
  const { code, output } = await runTool(mvn, [...goal, ...target]);
  try {
    if (code !== 0) throw new Error(`Maven cannot fetch Kafka's jars: ${output}`);
    // Another run may have been faster.
    await rename(aside, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
};

/** The folder of the jars that pom.xml names. Maven fetches them (45 files, 43 MB) unless the cache has them. */
export const kafkaJars = async (cache: string, mvn: string | undefined): Promise<string> => {
  const [, version] = VERSION.exec(await readFile(POM, "utf8")) ?? [];
  if (version === undefined) throw new Error("pom.xml names no version of kafka_2.13");
  const folder = join(cache, `kafka-${version}`);
  if (await exists(folder)) return folder;
  if (mvn === undefined) throw new Error(`mvn is not on the PATH and ${folder} does not exist`);
  await fetchJars(mvn, folder);
  return folder;
};
