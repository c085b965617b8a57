import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";

import { taxModes, taxProfiles } from "./business-settings-form.ts";

const NONE = "Not set";

/** Read-only view for roles without the right to edit. */
export function BusinessView({ business }: { business: BusinessSettings }) {
  return (
    <>
      <FormSection title="Business" kind="stack" hint="Only the owner can change these settings.">
        <Facts
          facts={[
            { name: "Business name", value: business.business_name },
            { name: "Phone", value: business.phone ?? NONE },
            { name: "Email", value: business.email ?? NONE },
            { name: "Address", value: business.address ?? NONE },
          ]}
        />
      </FormSection>
      <FormSection title="Money and time" kind="stack">
        <Facts
          facts={[
            { name: "Currency", value: business.currency },
            { name: "Timezone", value: business.timezone },
          ]}
        />
      </FormSection>
      <FormSection title="Tax" kind="stack">
        <Facts
          facts={[
            { name: "Registration", value: taxProfiles[business.tax_profile].name },
            ...(business.tax_profile === "registered"
              ? [{ name: "TIN", value: business.tin ?? NONE }]
              : []),
            { name: "Tax rate", value: `${business.tax_rate}%` },
            ...(business.tax_profile === "unregistered"
              ? []
              : [{ name: "Prices", value: taxModes[business.tax_mode] }]),
          ]}
        />
      </FormSection>
      <FormSection title="Receipt" kind="stack">
        <Facts facts={[{ name: "Receipt footer", value: business.receipt_footer ?? NONE }]} />
      </FormSection>
    </>
  );
}
