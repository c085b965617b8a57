/** The time as a value that is handed in: whole milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
