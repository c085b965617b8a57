import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import type { LoginRequest } from "#kernel/contract/api/auth.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";

import { startSession } from "./session-here.ts";

type Credentials = Readonly<{ email: string; password: string }>;

const codeOf = (error: Error | null): string | undefined =>
  error instanceof RequestError ? error.code : undefined;

/** Signs in with email and password, then with an authenticator code if the account needs one. */
export function useSignIn(door: "/auth/login.php" | "/auth/super-admin-login.php") {
  const signIn = useMutation({
    mutationFn: (json: LoginRequest) => request(door, SignInResult, { method: "POST", json }),
    onSuccess: startSession,
  });
  const [proven, setProven] = useState<Credentials>();
  const [isBack, setIsBack] = useState(false);
  const isCodeAskedFor = codeOf(signIn.error) === "totp-required";
  return {
    busy: signIn.isPending,
    /** True once the password was accepted and a code is needed. */
    isSecond: proven !== undefined,
    /** True after returning from the second step, whose button had the focus. */
    isBack,
    /** A request for the code is not shown as an error. */
    error: isCodeAskedFor ? null : signIn.error,
    /** Does not reset a request in flight. */
    clearError: () => {
      if (signIn.isError) signIn.reset();
    },
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
      setIsBack(true);
      signIn.reset();
    },
  };
}
