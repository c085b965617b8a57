import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** The last commit before there were tills. */
export const BEFORE_TILLS = "21c3e7faa0fbd56abcffc474fbc7c18ee787b5e5";
const COPIED = ["kernel", "command-api", "query-api", "projector", "package.json"];

/** The services as they were at a commit, in a folder of their own. */
export async function writeOlderBuild(commit: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tillbook-older-"));
  const archive = archiveOf(commit);
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const MOST_BYTES = 256 * 1024 * 1024;

function archiveOf(commit: string): Buffer {
  const git = (...args: string[]): Buffer =>
    execFileSync("git", ["-C", ROOT, ...args], { maxBuffer: MOST_BYTES, stdio: "pipe" });
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
  } catch (cause) {
    throw new Error(`a shallow clone has no commit ${commit}: fetch the whole history`, { cause });
  }
  return git("archive", commit, ...COPIED);
}
