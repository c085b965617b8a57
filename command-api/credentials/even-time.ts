import { setTimeout as delay } from "node:timers/promises";

/**
 * Well above what the work takes on a busy machine too, so that what was found does not show in the time of the
 * answer; and what the form's own second of waiting was.
 */
const STEP_MS = 1000;

/** Ends after a whole number of steps, whatever the work took and however it ended. */
export async function inEvenTime<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  const result = work();
  result.then(over, over);
  do await delay(STEP_MS);
  while (!isOver);
  return result;
}
