import { ConnectPaystackRequest } from "#kernel/contract/api/provider.ts";
import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import type { FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";

import { ConnectForm } from "./connect-form.tsx";
import { asTyped, ProviderSection } from "./provider-section.tsx";

type PaymentProviderProps = {
  /** As the tab it stands in calls it. */
  action: string;
  provider: BusinessSettings["payment_provider"];
};

const TODAY =
  "Card and mobile money sales are recorded by hand today. The keys are tried and kept for charging customers directly, which comes later.";

export function PaymentProvider({ action, provider }: PaymentProviderProps) {
  return (
    <ProviderSection
      provider="paystack"
      isConnected={provider === "paystack"}
      title="Paystack"
      hint={TODAY}
      action={action}
      question="The keys are forgotten. Recorded sales stay as they are."
    >
      {(parts) => <PaystackForm {...parts} />}
    </ProviderSection>
  );
}

const EMPTY = { secret_key: "", public_key: "" };

function PaystackForm(parts: FormDialogParts) {
  const form = useSchemaForm(ConnectPaystackRequest, EMPTY);
  return (
    <ConnectForm
      {...parts}
      dirty={form.dirty}
      intro="The keys are in Paystack's dashboard under Settings, API Keys. They are tried at once, kept sealed and shown nowhere again."
      onSubmit={(connect) => form.onSubmit((json) => connect({ provider: "paystack", json }))}
    >
      <TextField
        label="Secret key"
        {...asTyped}
        placeholder="sk_live_…"
        {...form.field("secret_key")}
      />
      <TextField
        label="Public key"
        {...asTyped}
        placeholder="pk_live_…"
        {...form.field("public_key")}
      />
    </ConnectForm>
  );
}
