import { setTimeout as pause } from "node:timers/promises";

import closeWithGrace from "close-with-grace";

import { refuseNewRequests } from "./http/closing.ts";
import type { Logger } from "./logging/logger.ts";

/** A supervisor sends SIGKILL after 10 s. */
const LONGEST_MS = 9_500;
/** A proxy with idle connections to us learns in this time that we go, before we cut them. */
const DRAIN_MS = 500;
/** npm passes on a Ctrl-C that the terminal has already sent: the second is no impatience. */
const ECHO_MS = 1_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * On SIGTERM and SIGINT: `close` stops taking work and finishes what is in flight, then the process
 * ends. An error that nobody caught ends it in the same way, with exit code 1.
 */
export function closeOnSignal(logger: Logger, close: () => Promise<unknown>): void {
  const grace = closeWithGrace(
    { delay: LONGEST_MS, logger: graceLogger(logger), skip: [...SIGNALS] },
    async ({ err }) => {
      refuseNewRequests();
      if (err === undefined) await pause(DRAIN_MS);
      else logger.fatal({ err }, "uncaught error, closing");
      await close();
      logger.info("closed");
    },
  );
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      logger.info({ signal }, "closing");
      grace.close();
    } else if (performance.now() - firstAt > ECHO_MS) {
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

const graceLogger = (logger: Logger) => ({
  error: (problem?: unknown) => {
    if (typeof problem === "string") logger.error(problem);
    else logger.error({ err: problem }, "closing failed");
  },
});
