import { notSavedText } from "#web/api/request-error.ts";
import { useMayOversell } from "#web/parts/use-may-oversell.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";

type SaleAlertsProps = {
  /** Begun before this page. */
  begun: boolean;
  problem: string | undefined;
  /** How often saving was pressed: the same problem is told again. */
  tries: number;
  error: Error | null;
  sellAnyway: (() => void) | undefined;
};

/** What there is to know before saving, and what went wrong with it. */
export function SaleAlerts({ begun, problem, tries, error, sellAnyway }: SaleAlertsProps) {
  const mayOversell = useMayOversell(error);
  return (
    <>
      {begun && (
        <InlineNote icon="info">This is the sale you had begun. It is not saved yet.</InlineNote>
      )}
      {problem !== undefined && <InlineAlert key={tries}>{problem}</InlineAlert>}
      {error !== null && <InlineAlert>{notSavedText(error)}</InlineAlert>}
      {mayOversell && sellAnyway && <Button onClick={sellAnyway}>Sell it anyway</Button>}
    </>
  );
}
