import type { AccountView } from "#kernel/contract/api/account.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { useCan } from "#web/api/use-session.ts";
import { useReportDirty } from "#web/ui/form-dialog.tsx";
import { FormSave, FormSection, Span } from "#web/ui/form-section.tsx";
import { SkeletonForm } from "#web/ui/skeleton-form.tsx";
import { ErrorState } from "#web/ui/state.tsx";
import { PasswordField, TextField } from "#web/ui/text-field.tsx";
import { ThemeSegments } from "#web/ui/theme-segments.tsx";
import { toasts } from "#web/ui/toast-store.ts";
import { useLiveForm } from "#web/ui/use-live-form.ts";
import type { LiveForm } from "#web/ui/use-live-form.ts";

import { accountQuery } from "./account-query.ts";
import { isOtherEmail, ProfileForm, typedProfile } from "./profile-form.ts";
import type { TypedProfile } from "./profile-form.ts";
import { useSaveProfile } from "./use-save-profile.ts";

const words = texts.settings;
const FIELDS = 4;

type OnDirty = { onDirty: (dirty: boolean) => void };

export default function ProfileScreen({ onDirty }: OnDirty) {
  const account = useScreenQuery(accountQuery(), words);
  if (account.status === "loading") {
    return <SkeletonForm fields={FIELDS} label="Loading settings..." />;
  }
  if (account.status === "error") return <ErrorState problem={account} action={texts.tryAgain} />;
  return (
    <>
      <Profile account={account.data} onDirty={onDirty} />
      <FormSection title="Appearance" hint="On this device." kind="stack">
        <div>
          <ThemeSegments quiet={false} />
        </div>
      </FormSection>
    </>
  );
}

function Profile({ account, onDirty }: OnDirty & { account: AccountView }) {
  const form = useLiveForm(ProfileForm, typedProfile(account));
  const save = useSaveProfile();
  const recordsSales = useCan("record-sale");
  useReportDirty(form.dirty, onDirty);

  const submit = form.onSubmit(({ password, saved_email: _saved, ...changes }) =>
    save.mutate(password === "" ? changes : { ...changes, password }, {
      onSuccess: () => {
        form.settle();
        toasts.show("success", words.profileUpdated);
      },
      onError: () => toasts.show("error", words.profileFailed),
    }),
  );

  return (
    <form noValidate onSubmit={submit}>
      <FormSection
        title="Profile"
        hint={recordsSales ? "Your name stands on the sales you record." : undefined}
      >
        <ProfileFields field={form.field} values={form.values} />
      </FormSection>
      <FormSave
        busy={save.isPending}
        problem={save.error === null ? undefined : notSavedText(save.error)}
      />
    </form>
  );
}

function ProfileFields({ field, values }: Pick<LiveForm<TypedProfile>, "field" | "values">) {
  return (
    <>
      <TextField label="First name" autoComplete="given-name" {...field("first_name")} />
      <TextField label="Last name" autoComplete="family-name" {...field("last_name")} />
      <Span>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          hint="You sign in with it."
          {...field("email")}
        />
      </Span>
      {(isOtherEmail(values) || values.password !== "") && (
        <Span>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            hint={words.passwordForEmail}
            {...field("password")}
          />
        </Span>
      )}
      <Span>
        <TextField optional label="Phone" type="tel" autoComplete="tel" {...field("phone")} />
      </Span>
    </>
  );
}
