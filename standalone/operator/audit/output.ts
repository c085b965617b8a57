import type { Output } from "./command.ts";

export type Stream = Readonly<{ write: (text: string) => unknown; isTTY?: boolean }>;

const WIDTH = 30;
const EVERY_MS = 100;
const CLEAR_LINE = "\r\u001b[K";

/** Prints answers to one stream, and progress to the other if it is a terminal. */
export function createOutput(
  isJson: boolean,
  { out, err }: Readonly<{ out: Stream; err: Stream }>,
): Output & Readonly<{ end: () => void }> {
  let isShown = false;
  let shownAt = -EVERY_MS;

  const end = (): void => {
    if (isShown) err.write(CLEAR_LINE);
    isShown = false;
  };
  return {
    isJson,
    end,
    say: (line) => {
      end();
      out.write(`${line}\n`);
    },
    progress: (done, of, what) => {
      if (isJson || !err.isTTY || performance.now() - shownAt < EVERY_MS) return;
      shownAt = performance.now();
      isShown = true;
      err.write(`${CLEAR_LINE}${bar(done, of)} ${what}`);
    },
  };
}

function bar(done: number, of: number): string {
  const part = of === 0 ? 1 : Math.min(1, done / of);
  const full = Math.round(part * WIDTH);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${"#".repeat(full)}${".".repeat(WIDTH - full)}] ${percent} %`;
}
