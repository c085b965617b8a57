import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { SignedIn } from "#kernel/contract/api/auth.ts";
import type { LoginRequest, RegisterRequest } from "#kernel/contract/api/auth.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { session } from "#web/api/session.ts";

type Door = "/auth/login.php" | "/auth/register.php" | "/auth/super-admin-login.php";

/** Signs in through one of the three doors; the session starts when the server agreed. */
export function useSignIn(door: Door) {
  return useMutation({
    mutationFn: (json: LoginRequest | RegisterRequest) =>
      request(door, SignedIn, { method: "POST", json }),
    onSuccess: ({ token, user, tenant, two_factor_setup: setup }) =>
      session.start({ token, tenant, user: setup ? { ...user, only_setup: true } : user }),
  });
}

type Credentials = Readonly<{ email: string; password: string }>;

const codeOf = (error: Error | null): string | undefined =>
  error instanceof RequestError ? error.code : undefined;

/** Email and password, and where the account asks for it the code of an authenticator. */
export function useTwoSteps(door: Exclude<Door, "/auth/register.php">) {
  const signIn = useSignIn(door);
  const [proven, setProven] = useState<Credentials>();
  const code = codeOf(signIn.error);
  return {
    signIn,
    /** The password was right, and the code is asked for. */
    isSecond: proven !== undefined,
    /** That a code is needed is no failure. */
    error: code === "totp-required" ? null : signIn.error,
    first: (credentials: Credentials) =>
      signIn.mutate(credentials, {
        onError: (error) => {
          if (codeOf(error) === "totp-required") setProven(credentials);
        },
      }),
    second: (totp: string) => {
      if (proven !== undefined) signIn.mutate({ ...proven, totp });
    },
    back: () => {
      setProven(undefined);
      signIn.reset();
    },
  };
}
