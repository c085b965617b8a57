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

type NewPasswordFieldsProps = {
  label?: string;
  field: FieldOf<"password" | "confirm_password">;
};

/** Typed twice, so that a typing error does not lock the person out. */
export function NewPasswordFields({ label = "Password", field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint="At least 8 characters."
        {...field("password")}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field("confirm_password")}
      />
    </>
  );
}
