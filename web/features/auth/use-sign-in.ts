import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { SignedIn } from "#kernel/contract/api/auth.ts";
import type { LoginRequest } from "#kernel/contract/api/auth.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";

import { startSession } from "./start-session.ts";

type Credentials = Readonly<{ email: string; password: string }>;

const codeOf = (error: Error | null): string | undefined =>
  error instanceof RequestError ? error.code : undefined;

/** Email and password, and where the account asks for it the code of an authenticator. */
export function useSignIn(door: "/auth/login.php" | "/auth/super-admin-login.php") {
  const signIn = useMutation({
    mutationFn: (json: LoginRequest) => request(door, SignedIn, { method: "POST", json }),
    onSuccess: startSession,
  });
  const [proven, setProven] = useState<Credentials>();
  const [isBack, setIsBack] = useState(false);
  const isCodeAskedFor = codeOf(signIn.error) === "totp-required";
  return {
    busy: signIn.isPending,
    /** The password was right, and the code is asked for. */
    isSecond: proven !== undefined,
    /** From the second step: its button had the focus. */
    isBack,
    /** That a code is needed is no failure. */
    error: isCodeAskedFor ? null : signIn.error,
    /** What is on its way is not forgotten. */
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
