import * as z from "zod/mini";

import { VerifyLine } from "#kernel/contract/api/audit.ts";
import { openStream } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";

const END_OF_LINE = "\n";

/** Splits streamed text into complete lines. An unfinished last line is kept for the next piece. */
function createLineReader(): (piece: string) => readonly string[] {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split(END_OF_LINE);
    rest = lines.pop() ?? "";
    return lines;
  };
}

const Line = z.pipe(
  z.transform((text: string): unknown => JSON.parse(text)),
  VerifyLine,
);

/** Verifies the whole log on the server and streams progress. A stream without a result throws. */
export async function verifyLog(
  hear: (line: VerifyLine) => void,
  stop: AbortSignal,
): Promise<void> {
  const stream = await openStream("/api/v1/audit/verify", stop, "application/x-ndjson");
  const pieces = stream.getReader();
  const read = createLineReader();
  let isOver = false;
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) break;
    for (const text of read(value)) {
      const line = Line.parse(text);
      isOver ||= line.kind === "result";
      hear(line);
    }
  }
  if (!isOver) throw new RequestError("fault", "The check stopped early");
}
