import { useCan } from "#web/state/use-session.ts";

import { BusinessForm } from "./business-form.tsx";
import { BusinessView } from "./business-view.tsx";
import { LoadedSettings } from "./loaded-settings.tsx";

const FIELDS = 8;

/** All roles can read it; only the owner can change it. */
export default function BusinessScreen({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const mayChange = useCan("change-business-settings");
  return (
    <LoadedSettings fields={FIELDS}>
      {({ business }) =>
        mayChange ? (
          <BusinessForm business={business} onDirty={onDirty} />
        ) : (
          <BusinessView business={business} />
        )
      }
    </LoadedSettings>
  );
}
