import { ConnectPaystackRequest } from "#kernel/contract/api/provider.ts";
import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import type { FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";

import { ConnectForm } from "./connect-form.tsx";
import { asTyped, ProviderSection } from "./provider-section.tsx";

type PaymentProviderProps = {
  /** Button text, which differs by tab. */
  action: string;
  provider: BusinessSettings["payment_provider"];
};

const TODAY =
  "You record card and mobile money sales by hand today. We'll check and store your keys. Taking payments in Tillbook is coming soon.";

export function PaymentProvider({ action, provider }: PaymentProviderProps) {
  return (
    <ProviderSection
      provider="paystack"
      isConnected={provider === "paystack"}
      title="Paystack"
      hint={TODAY}
      action={action}
      question="Your keys are deleted. Recorded sales don't change."
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
      intro="Find your keys in Paystack's dashboard under Settings, API Keys. We check them and store them encrypted. You won't see them again."
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
