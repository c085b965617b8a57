import { useState } from "react";
import * as z from "zod/mini";

export const SentCommand = z.object({ key: z.string(), body: z.string() });
export type SentCommand = z.infer<typeof SentCommand>;

/** Where a command that was sent is remembered beyond the page, for a body that is itself remembered. */
export type CommandMemory = {
  recall: () => SentCommand | undefined;
  remember: (sent: SentCommand | undefined) => void;
};

const noMemory: CommandMemory = { recall: () => undefined, remember: () => undefined };

/**
 * The id under which a command is sent. It is made before the first try and stays for each further try
 * with the same body, so that a try whose answer was lost has no second effect. After a success, and for
 * another body, there is a new one.
 */
export function createCommandKey(
  memory: CommandMemory = noMemory,
  makeKey: () => string = () => crypto.randomUUID(),
) {
  let sent = memory.recall();
  let key = sent?.key ?? makeKey();
  return {
    for(input: unknown): string {
      const body = JSON.stringify(input);
      if (sent !== undefined && sent.body !== body) key = makeKey();
      sent = { key, body };
      memory.remember(sent);
      return key;
    },
    succeeded(): void {
      key = makeKey();
      sent = undefined;
      memory.remember(undefined);
    },
  };
}

export type CommandKey = ReturnType<typeof createCommandKey>;

/** One for as long as the dialog is open. */
export const useCommandKey = (memory?: CommandMemory): CommandKey =>
  useState(() => createCommandKey(memory))[0];
