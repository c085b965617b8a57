import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";

/** The parts of a TanStack mutation that are needed here. */
type Save = Readonly<{ error: Error | null; reset: () => void }>;

/** Error banner of a failed save; the dialog keeps its input. */
export function NotSaved({ save }: { save: Save }) {
  if (save.error === null) return undefined;
  return (
    <Banner more={notSavedText(save.error)} onDismiss={save.reset}>
      {texts.platform.tenantNotSaved}
    </Banner>
  );
}
