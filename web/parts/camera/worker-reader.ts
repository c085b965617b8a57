import type { CodeReader, Reading } from "./code-gate.ts";
// oxlint-disable-next-line import/default -- the bundler makes it the address of the worker
import address from "./read-worker.ts?worker&url";
import type { ReadAnswer, ReadRequest } from "./read-worker.ts";

const POLICY = "pos-scan";

/** The Trusted Types rule: only the reader's own script. */
function onlyReader(url: string): string {
  if (url !== address) throw new TypeError(`no script of the reader: ${url}`);
  return url;
}

const trusted = (): string | URL =>
  window.trustedTypes
    ?.createPolicy(POLICY, { createScriptURL: onlyReader })
    .createScriptURL(address) ?? address;

let script: string | URL | undefined;

/** Reads in a worker, so that the screen stays quick. Ready when its WebAssembly is loaded. */
export async function workerReader(): Promise<CodeReader> {
  script ??= trusted();
  const worker = new Worker(script, { type: "module" });
  const waiting = new Map<number, (answer: ReadAnswer) => void>();
  let count = 0;
  let fault: Error | undefined;
  const fail = () => {
    fault = new Error("the reader could not be loaded");
    for (const settle of waiting.values()) settle({ id: 0, fault: true });
    waiting.clear();
  };
  worker.addEventListener("error", fail);
  worker.addEventListener("message", ({ data }: MessageEvent<ReadAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  const ask = async (picture: ImageData | undefined): Promise<readonly Reading[]> => {
    if (fault !== undefined) throw fault;
    count += 1;
    const request: ReadRequest = { id: count, picture };
    const answer = await new Promise<ReadAnswer>((resolve) => {
      waiting.set(request.id, resolve);
      worker.postMessage(request, picture === undefined ? [] : [picture.data.buffer]);
    });
    if (answer.fault) throw new Error("the reader failed");
    return answer.readings;
  };
  try {
    await ask(undefined);
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return { read: ask };
}
