import { requestFile } from "./http-client.ts";

/** Long enough that every browser has begun to write the file. */
const KEPT_MS = 60_000;

/** Fetches a file with the session's token, which a plain link could not carry, and hands it to the device. */
export async function download(path: string): Promise<void> {
  const { file, name } = await requestFile(path);
  handOver(file, name);
}

/** The same for a text that is here already. */
export const saveText = (text: string, name: string): void =>
  handOver(new Blob([text], { type: "text/plain;charset=utf-8" }), name);

function handOver(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
