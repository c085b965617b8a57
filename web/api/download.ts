import { requestFile } from "./http-client.ts";

/** Long enough for every browser to start writing the file. */
const KEPT_MS = 60_000;

/** Downloads a file with the session's token, which a plain link could not send. */
export async function download(path: string): Promise<void> {
  const { file, name } = await requestFile(path);
  handOver(file, name);
}

/** Saves a text that is already in the browser. */
export const saveText = (text: string, name: string): void =>
  handOver(new Blob([text], { type: "text/plain;charset=utf-8" }), name);

/** Saves what is already in the browser as a file. */
export function handOver(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
