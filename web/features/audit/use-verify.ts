import { useEffect, useRef, useState } from "react";

import type { VerifyLine } from "#kernel/contract/api/audit.ts";
import { whyText } from "#web/api/use-screen-query.ts";

import { verifyLog } from "./verify-log.ts";

type LineOf<Kind extends VerifyLine["kind"]> = Extract<VerifyLine, { kind: Kind }>;

/** Enough to see what happened; `npm run audit` lists all of them. */
const MOST_SHOWN = 100;

type Verification = Readonly<{
  state: "idle" | "running" | "told" | "failed";
  progress: LineOf<"progress"> | undefined;
  deviations: readonly LineOf<"deviation">[];
  result: LineOf<"result"> | undefined;
  why: string | undefined;
}>;

const IDLE: Verification = {
  state: "idle",
  progress: undefined,
  deviations: [],
  result: undefined,
  why: undefined,
};

function after(before: Verification, line: VerifyLine): Verification {
  switch (line.kind) {
    case "progress":
      return { ...before, progress: line };
    case "deviation":
      return before.deviations.length < MOST_SHOWN
        ? { ...before, deviations: [...before.deviations, line] }
        : before;
    case "result":
      return { ...before, state: "told", result: line };
  }
}

/** Runs a verification, reports progress, and stops when the page closes. */
export function useVerify() {
  const [verifying, setVerifying] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const stop = () => {
    running.current?.abort();
    setVerifying(IDLE);
  };
  const start = () => {
    const line = new AbortController();
    running.current = line;
    setVerifying({ ...IDLE, state: "running" });
    verifyLog((told) => {
      if (!line.signal.aborted) setVerifying((before) => after(before, told));
    }, line.signal).catch((error: unknown) => {
      if (line.signal.aborted) return;
      const why = whyText(error instanceof Error ? error : null);
      setVerifying((before) => ({ ...before, state: "failed", why }));
    });
  };
  return { ...verifying, start, stop };
}
