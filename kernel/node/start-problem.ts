/** A problem that the person at the terminal can fix: printed as one line, without a stack. */
export const startProblem = (line: string, cause?: unknown): Error =>
  Object.assign(new Error(line, { cause }), { name: "StartProblem" });

export const isStartProblem = (error: unknown): error is Error =>
  error instanceof Error && error.name === "StartProblem";
