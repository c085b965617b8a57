import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";

/** A save, as TanStack Query hands it out. */
type Save = Readonly<{ error: Error | null; reset: () => void }>;

/** The dialog stays open with what was typed in it. */
export function NotSaved({ save }: { save: Save }) {
  if (save.error === null) return undefined;
  return (
    <Banner more={notSavedText(save.error)} onDismiss={save.reset}>
      {texts.platform.tenantNotSaved}
    </Banner>
  );
}
