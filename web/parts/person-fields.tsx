import { lazy, Suspense } from "react";

import { FieldPair } from "#web/ui/form/field.tsx";
import { PasswordField, TextField } from "#web/ui/form/text-field.tsx";
import type { FieldOf } from "#web/ui/form/use-schema-form.ts";

type NameFieldsProps = { field: FieldOf<"first_name" | "last_name"> };

/** First and last name of the person who fills in the form. */
export function NameFields({ field }: NameFieldsProps) {
  return (
    <FieldPair>
      <TextField label="First name" autoComplete="given-name" {...field("first_name")} />
      <TextField label="Last name" autoComplete="family-name" {...field("last_name")} />
    </FieldPair>
  );
}

const RULE = "At least 8 characters.";

/** Without a network the form works on without it. */
const PasswordAdvice = lazy(() =>
  import("./new-password/password-advice.tsx").then(
    (part) => ({ default: part.PasswordAdvice }),
    () => ({ default: () => RULE }),
  ),
);

type NewPasswordFieldsProps = {
  label?: string;
  businessName?: string;
  field: FieldOf<"password" | "confirm_password">;
};

/** Typed twice, so that a typing error does not lock the person out. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label = "Password", businessName, field } = props;
  const password = field("password");
  const { value } = password;
  const advice = (
    <Suspense fallback={RULE}>
      <PasswordAdvice password={value} businessName={businessName} />
    </Suspense>
  );
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={value ? advice : RULE}
        {...password}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field("confirm_password")}
      />
    </>
  );
}
