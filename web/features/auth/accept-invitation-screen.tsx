import { useSearch, useLocation } from "wouter";
import * as z from "zod/mini";

import {
  isRepeated,
  type LoginRequest,
  RepeatedPassword,
  SignInResult,
} from "#kernel/contract/api/auth.ts";
import { AcceptInvitationRequest, AcceptInvitationResult } from "#kernel/contract/api/staff.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { landingPath, links } from "#web/links.ts";
import { NameFields, NewPasswordFields } from "#web/parts/person-fields.tsx";
import { useSession } from "#web/state/use-session.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AuthForm } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";
import { ChoosePin } from "./choose-pin.tsx";
import { endSessionHere, startSession } from "./session-here.ts";
import { signInError } from "./sign-in-error.ts";

/** Joins, and signs in. If that fails, the sign-in screen comes next. A retry joins once. */
export function useJoin() {
  const [, navigate] = useLocation();
  return useCommand(async (json: AcceptInvitationRequest, commandKey) => {
    const path = "/api/v1/auth/accept-invitation";
    const joined = await request(path, AcceptInvitationResult, {
      method: "POST",
      json,
      commandKey,
    });
    endSessionHere();
    const { email } = joined.data;
    const signedIn = await signIn({ email, password: json.password }).catch(() => undefined);
    if (signedIn) startSession(signedIn);
    // Replace, because Back would lead to a used link.
    navigate(signedIn ? landingPath(signedIn.user.role) : links.login(), { replace: true });
    if (!signedIn) toasts.show("success", joined.message);
  }, []);
}

const signIn = (json: LoginRequest): Promise<SignInResult> =>
  request("/auth/login.php", SignInResult, { method: "POST", json });

export const isUsedUp = (error: Error | null): boolean =>
  error instanceof RequestError && error.code === "link-invalid";

const HEADING = "Accept the invitation";
const FAILED = "Couldn't accept the invitation";
const ASK_AGAIN = "Ask the shop that invited you for a new invitation.";

const InvitationForm = z
  .extend(z.omit(AcceptInvitationRequest, { token: true }), { confirm_password: RepeatedPassword })
  .check(isRepeated);

const EMPTY: z.infer<typeof InvitationForm> = {
  first_name: "",
  last_name: "",
  password: "",
  confirm_password: "",
};

/** Opened from the link of an invitation, or of a new PIN. Its secret lets its holder join. */
export default function AcceptInvitationScreen() {
  const asked = new URLSearchParams(useSearch());
  const token = asked.get("token") ?? "";
  const Form = asked.get("for") === "pin" ? ChoosePin : JoinForm;
  return (
    <AuthPage foot="The link works once." side={<DayTape />}>
      {token === "" ? (
        <NoUse text="This link is incomplete. Open it from the message again." />
      ) : (
        <Form token={token} />
      )}
    </AuthPage>
  );
}

/** Shown instead of the form if the link is invalid. */
function NoUse({ text, more }: { text: string; more?: string | undefined }) {
  return (
    <div className={styles.longForm}>
      <h1>{HEADING}</h1>
      <InlineAlert more={more}>{text}</InlineAlert>
      <HaveJoined />
    </div>
  );
}

function JoinForm({ token }: { token: string }) {
  const join = useJoin();
  const form = useSchemaForm(InvitationForm, EMPTY);
  const failure = signInError(join.error, FAILED);
  if (failure && isUsedUp(join.error)) return <NoUse text={failure.text} more={ASK_AGAIN} />;
  const submit = form.onSubmit(({ confirm_password: _repeated, ...person }) =>
    join.mutate({ token, ...person }),
  );

  return (
    <AuthForm
      long
      title={HEADING}
      failure={failure}
      action="Join the shop"
      busy={join.isPending}
      onSubmit={submit}
      after={<HaveJoined />}
    >
      <SignedInHere />
      <NameFields field={form.field} />
      <NewPasswordFields field={form.field} />
    </AuthForm>
  );
}

function SignedInHere() {
  const user = useSession()?.user;
  if (user === undefined) return undefined;
  return (
    <InlineNote icon="info">
      {user.first_name} {user.last_name} is signed in on this device. Joining signs them out.
    </InlineNote>
  );
}

function HaveJoined() {
  return (
    <p className={styles.other}>
      Already joined? <TextLink href={links.login()}>Sign in</TextLink>
    </p>
  );
}
