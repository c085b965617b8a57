import { setTimeout as pause } from "node:timers/promises";

import closeWithGrace from "close-with-grace";

import { refuseNewRequests } from "./http/closing.ts";
import type { Logger } from "./logging/logger.ts";

/** Supervisors send SIGKILL after 10 s. */
const LONGEST_MS = 9_500;
/** Gives proxies with idle connections time to notice before we close them. */
const DRAIN_MS = 500;
/** npm forwards a Ctrl-C that the terminal already sent: the second one does not mean "now". */
const ECHO_MS = 1_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const UNCAUGHT = ["uncaughtException", "unhandledRejection"] as const;

/**
 * On SIGTERM and SIGINT, `close` stops taking work and finishes what is in flight; then the process
 * ends. An uncaught error ends it the same way, with exit code 1, unless `onUncaught` takes it.
 */
export function closeOnSignal(
  logger: Logger,
  close: () => Promise<unknown>,
  onUncaught?: (cause: unknown) => void,
): void {
  const skipped = onUncaught ? [...SIGNALS, ...UNCAUGHT] : [...SIGNALS];
  if (onUncaught) {
    process.on("uncaughtException", onUncaught);
    process.on("unhandledRejection", onUncaught);
  }
  const grace = closeWithGrace(
    { delay: LONGEST_MS, logger: graceLogger(logger), skip: skipped },
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
