import type { Shell } from "./answer-of.ts";
import { keepShell } from "./keep-shell.ts";
import type { WorkerScope } from "./keep-shell.ts";

/** Inserted by the build. */
declare const SHELL: Shell;
/** The DOM types describe a window, not a worker. */
declare const self: WorkerScope;

keepShell(self, SHELL);
