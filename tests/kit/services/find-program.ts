import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export const findProgram = (name: string, path: string): string | undefined =>
  path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
