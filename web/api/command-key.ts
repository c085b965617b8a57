import { useState } from "react";

/**
 * The id under which a command is sent. It is made before the first try and stays for each further try
 * with the same body, so that a try whose answer was lost has no second effect. After a success, and for
 * another body, there is a new one.
 */
export function createCommandKey(makeKey: () => string = () => crypto.randomUUID()) {
  let sentBody: string | undefined;
  let key = makeKey();
  return {
    for(input: unknown): string {
      const body = JSON.stringify(input);
      if (sentBody !== undefined && sentBody !== body) key = makeKey();
      sentBody = body;
      return key;
    },
    succeeded(): void {
      key = makeKey();
      sentBody = undefined;
    },
  };
}

type CommandKey = ReturnType<typeof createCommandKey>;

/** One for as long as the dialog is open. */
export const useCommandKey = (): CommandKey => useState(() => createCommandKey())[0];
