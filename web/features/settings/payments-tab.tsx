import { Billing } from "./billing.tsx";
import { LoadedSettings } from "./loaded-settings.tsx";
import { PaymentProvider } from "./payment-provider.tsx";

const FIELDS = 4;

/** Payment provider and billing. */
export default function PaymentsScreen() {
  return (
    <>
      <LoadedSettings fields={FIELDS}>
        {({ business }) => (
          <PaymentProvider action="Add Payment Method" provider={business.payment_provider} />
        )}
      </LoadedSettings>
      <Billing />
    </>
  );
}
