import { flushCompileCache } from "node:module";
import { inspect } from "node:util";

/** A problem that the person who starts a process can fix: printed as one line, without a stack. */
export const startProblem = (line: string, cause?: unknown): Error =>
  Object.assign(new Error(line, { cause }), { name: "StartProblem" });

const isStartProblem = (error: unknown): error is Error =>
  error instanceof Error && error.name === "StartProblem";

/**
 * Ends the process with exit code 1 if its start fails: with one line for a reason outside the code,
 * with the stack for a mistake in it.
 */
export async function startProcess(start: () => Promise<void>): Promise<void> {
  try {
    await start();
    // Else it is written at the end, and a killed process has none.
    flushCompileCache();
  } catch (error) {
    const line = lineOf(error)?.replaceAll(/\s*\n\s*/g, " ");
    // Not thrown: what listens to uncaught errors by then would go on without a started product.
    process.stderr.write(`${line ?? inspect(error)}\n`);
    process.exit(1);
  }
}

/** Undefined for a mistake in the code, whose stack is needed. */
function lineOf(error: unknown): string | undefined {
  if (isStartProblem(error)) return error.message;
  // The system refused a file, a folder or a connection; its message names what.
  if (error instanceof Error && "syscall" in error) return `Cannot start: ${error.message}`;
  return undefined;
}

type Listening = Readonly<{ listen: (at: { host: string; port: number }) => Promise<string> }>;
type Address = Readonly<{ HOST: string; PORT: number }>;

/** Resolves with the URL. An address that cannot be used is a problem of the start. */
export async function listenAt(app: Listening, { HOST: host, PORT: port }: Address) {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const line = UNUSABLE[code]?.(host, port);
    if (line === undefined) throw cause;
    throw startProblem(line, cause);
  }
}

type Line = (host: string, port: number) => string;
const noAddress: Line = (host) => `HOST ${host} is not an address of this machine.`;
const UNUSABLE: Readonly<Record<string, Line | undefined>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use: set PORT to another one.`,
  EACCES: (_, port) => `Port ${port} is not open to this user: set PORT to one above 1023.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};
