import { randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

// After a power cut each of these files is as it was before, or complete: the content is on the disk
// before the file gets its name, and the name is on the disk before the caller goes on.

const OWNER_ONLY = 0o600;

/** Returns false if the file exists: it is not overwritten. */
export async function createFile(path: string, text: string, mode = OWNER_ONLY): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = await writeBeside(path, text, mode);
  try {
    await link(next, path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(next);
  }
  await syncFolder(dirname(path));
  return true;
}

export async function replaceFile(path: string, text: string, mode = OWNER_ONLY): Promise<void> {
  const next = await writeBeside(path, text, mode);
  await rename(next, path);
  await syncFolder(dirname(path));
}

async function writeBeside(path: string, text: string, mode: number): Promise<string> {
  const next = `${path}.${randomUUID()}`;
  const file = await open(next, "wx", mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // The umask may have removed bits.
  await chmod(next, mode);
  return next;
}

/** Windows has no way to do this, and writes names to the disk in order. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
