import { useQueryClient } from "@tanstack/react-query";

import type { AccountView } from "#kernel/contract/api/account.ts";
import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { accountQuery } from "#web/api/account.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { PaperSelect } from "#web/parts/paper-select.tsx";
import { session } from "#web/state/session.ts";
import { useCan } from "#web/state/use-session.ts";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSave, FormSection, Span } from "#web/ui/form/form-section.tsx";
import { SkeletonForm } from "#web/ui/form/skeleton-form.tsx";
import { PasswordField, TextField } from "#web/ui/form/text-field.tsx";
import { useLiveForm, type LiveForm } from "#web/ui/form/use-live-form.ts";
import { ThemeSegments } from "#web/ui/layout/theme-segments.tsx";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import { isOtherEmail, ProfileForm, typedProfile, type TypedProfile } from "./profile-form.ts";

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
      <FormSection title="Receipts" hint="The printer of this device." kind="stack">
        <PaperSelect />
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
        hint={recordsSales ? "Your name appears on the sales you record." : undefined}
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
          hint="You use this to sign in."
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

/** Resolves after the profile is refetched, so the frame shows the new name. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useCommand(
    async (json: Readonly<Record<string, unknown>>, commandKey) => {
      await request("/api/v1/settings/profile", MessageResult, { method: "PUT", json, commandKey });
      const account = await queryClient
        .fetchQuery({ ...accountQuery(), staleTime: 0, retry: false })
        .catch(() => undefined);
      const current = session.get();
      if (account === undefined || current === undefined) return;
      const { first_name, last_name, email } = account;
      session.start({ ...current, user: { ...current.user, first_name, last_name, email } });
    },
    [keys.account.own, keys.staff.all],
  );
}
