import { useMutation } from "@tanstack/react-query";

import { SignedIn } from "#kernel/contract/api/auth.ts";
import type { LoginRequest, RegisterRequest } from "#kernel/contract/api/auth.ts";
import { request } from "#web/api/http-client.ts";
import { session } from "#web/api/session.ts";

type Door = "/auth/login.php" | "/auth/register.php" | "/auth/super-admin-login.php";

/** Signs in through one of the three doors; the session starts when the server agreed. */
export function useSignIn(door: Door) {
  return useMutation({
    mutationFn: (json: LoginRequest | RegisterRequest) =>
      request(door, SignedIn, { method: "POST", json }),
    onSuccess: ({ token, user, tenant }) => session.start({ token, user, tenant }),
  });
}
