import type { AuditEventDetail } from "#kernel/contract/api/audit.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { typeText } from "#web/features/audit/event-words.ts";
import { deviceText } from "#web/format/device-text.ts";
import { currencyOf } from "#web/format/money.ts";
import { exactTime } from "#web/format/times.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";

const SOURCES: Readonly<Record<string, string>> = {
  web: "The app",
  legacy: "Another client",
  offline: "The app, sent late",
  import: "A file",
  system: "Tillbook",
  till: "A till",
};

/** Actor, times and source of the event. */
export function EventFacts({ event }: { event: AuditEventDetail }) {
  const { amount_minor: amount, currency, session } = event;
  const zone = useTimeZone();
  const time = (iso: string) => <time dateTime={iso}>{exactTime(iso, zone)}</time>;
  return (
    <Facts
      facts={[
        { name: "Who", value: event.actor.name },
        { name: "What", value: typeText(event.type) },
        ...(amount === null
          ? []
          : [
              {
                name: "Amount",
                value: <Money minor={amount} currency={currencyOf(currency ?? undefined)} />,
              },
            ]),
        { name: "Happened", value: time(event.occurred_at) },
        { name: "Recorded", value: time(event.recorded_at) },
        { name: "Source", value: SOURCES[event.source] ?? event.source },
        { name: "Device", value: deviceOf(event) },
        { name: "Session", value: session === null ? "None" : shortId(session) },
      ]}
    />
  );
}

function deviceOf({ device, source }: AuditEventDetail): string {
  if (device === null) return "Not known";
  // A till has an id, a browser the text that it sends about itself.
  return source === "till" ? shortId(device) : deviceText(device);
}
