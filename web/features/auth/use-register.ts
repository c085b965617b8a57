import { SignedIn } from "#kernel/contract/api/auth.ts";
import type { RegisterRequest } from "#kernel/contract/api/auth.ts";
import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";

import { startSession } from "./start-session.ts";

/** Tried again after a lost answer it registers once, and signs in to what the first try made. */
export const useRegister = () =>
  useCommand(async (json: RegisterRequest, commandKey) => {
    const method = "POST";
    startSession(await request("/auth/register.php", SignedIn, { method, json, commandKey }));
  }, []);
