import * as z from "zod/mini";

import { texts } from "#kernel/contract/texts.ts";

const words = texts.registration;

export const RepeatedPassword = z.string().check(z.minLength(1, words.confirmPassword));

export const isRepeated = z.refine<Readonly<{ password: string; confirm_password: string }>>(
  (form) => form.password === form.confirm_password,
  { path: ["confirm_password"], message: words.passwordsDiffer },
);
