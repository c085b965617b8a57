import type { Shell } from "./answer-of.ts";
import { keepShell } from "./keep-shell.ts";
import type { WorkerScope } from "./keep-shell.ts";

/** Written into it by the build. */
declare const SHELL: Shell;
/** The types of a window are not those of a worker. */
declare const self: WorkerScope;

keepShell(self, SHELL);
