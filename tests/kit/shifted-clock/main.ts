// Loaded before a service, by `node --import`: shifts the clock of its process by the milliseconds
// in the file CLOCK_FOLDER/PORT, which a test may change at any time. Timers and performance.now()
// go on as they are, as with a real change of the system's time. The services read the time by
// Date.now() alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const READ_EVERY_MS = 50;

const { CLOCK_FOLDER, PORT } = process.env;
if (CLOCK_FOLDER !== undefined && PORT !== undefined) shiftBy(join(CLOCK_FOLDER, PORT));

function shiftBy(file: string): void {
  const realNow = Date.now;
  let shiftMs = 0;
  const read = (): void => {
    try {
      shiftMs = Number(readFileSync(file, "utf8"));
    } catch {
      shiftMs = 0; // No file, no shift.
    }
  };
  Date.now = () => realNow() + shiftMs;
  read();
  setInterval(read, READ_EVERY_MS).unref();
}
