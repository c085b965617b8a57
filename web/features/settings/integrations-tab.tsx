import { LoadedSettings } from "./loaded-settings.tsx";
import { MailServer } from "./mail-server.tsx";
import { PaymentProvider } from "./payment-provider.tsx";

const FIELDS = 4;

/** Third-party services the shop uses. */
export default function IntegrationsScreen() {
  return (
    <LoadedSettings fields={FIELDS}>
      {({ business }) => (
        <>
          <PaymentProvider action="Connect Paystack" provider={business.payment_provider} />
          <MailServer provider={business.email_provider} />
        </>
      )}
    </LoadedSettings>
  );
}
