import * as z from "zod/mini";

import { pinProblem } from "#kernel/contract/pin-rules.ts";
import { can } from "#kernel/contract/rights.ts";
import { Hint } from "#web/ui/form/field.tsx";
import { PasswordField } from "#web/ui/form/text-field.tsx";
import type { FieldOf } from "#web/ui/form/use-schema-form.ts";

/** The two fields of a form with a new PIN for this role. */
export const newPin = (role: string) => ({
  pin: z.string().check(
    z.refine((pin) => pinProblem(pin, role) === undefined, {
      error: ({ input }) => (typeof input === "string" ? pinProblem(input, role) : undefined),
    }),
  ),
  repeated: z.string(),
});

export const isPinRepeated = z.refine<Readonly<{ pin: string; repeated: string }>>(
  ({ pin, repeated }) => pin === repeated,
  { path: ["repeated"], error: "The two PINs differ" },
);

const EASY = "Digits that repeat or count up or down are too easy to guess.";

const rulesFor = (role: string): string =>
  can(role, "approve")
    ? `6 digits, because you can approve what others sell. ${EASY}`
    : `4 to 6 digits. ${EASY}`;

type NewPinFieldsProps = { personRole: string; field: FieldOf<"pin" | "repeated"> };

/** Typed twice, with the rules before. */
export function NewPinFields({ personRole, field }: NewPinFieldsProps) {
  return (
    <>
      <Hint>{rulesFor(personRole)}</Hint>
      <PinField label="New PIN" {...field("pin")} />
      <PinField label="Repeat the PIN" {...field("repeated")} />
    </>
  );
}

type PinFieldProps = ReturnType<NewPinFieldsProps["field"]> & { label: string };

const PinField = (props: PinFieldProps) => (
  <PasswordField inputMode="numeric" autoComplete="off" maxLength={6} {...props} />
);
