import { lazy, Suspense } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { accountQuery } from "#web/api/account.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { useCan } from "#web/state/use-session.ts";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { SkeletonForm } from "#web/ui/form/skeleton-form.tsx";

import { AccessLogSection } from "./access-log-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PinSection } from "./pin-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TwoFactorSection } from "./two-factor-section.tsx";

/** The last one, and only the owner's. */
const DeletionSection = lazy(async () => ({
  default: (await import("./deletion-section.tsx")).DeletionSection,
}));

const FIELDS = 4;

/** The user's own account protection, plus the business-wide policy for owners. */
export default function SecurityScreen() {
  const account = useScreenQuery(accountQuery(), texts.settings);
  const seesLooks = useCan("see-access-log");
  const sells = useCan("record-sale");
  const mayDelete = useCan("delete-account");
  if (account.status === "loading") {
    return <SkeletonForm fields={FIELDS} label="Loading settings..." />;
  }
  if (account.status === "error") return <ErrorState problem={account} action={texts.tryAgain} />;
  return (
    <>
      <PasswordSection />
      {sells && <PinSection hasPin={account.data.has_pin} />}
      <TwoFactorSection twoFactor={account.data.two_factor} />
      <SessionsSection />
      {seesLooks && <AccessLogSection />}
      <Suspense>{mayDelete && <DeletionSection />}</Suspense>
    </>
  );
}
