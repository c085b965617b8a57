import { notSavedText } from "#web/api/request-error.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";

import * as styles from "./charge.css.ts";
import type { Charging } from "./use-charge.ts";

const PROBLEMS = {
  offline: "You're offline. The sale stays in the cart until you're back online.",
  over: "More than the amount due. Only cash gives change.",
  nothing: "Enter an amount above 0.",
  part: "Less than the amount due. The rest can be paid another way.",
} as const;

/** What a person has to know before the sale is paid, over the number pad. */
export function Notices({ charging }: { charging: Charging }) {
  const { waitingScans } = useSell();
  const { problem, error, check, sending } = charging;
  // What the server answers to a sale under way is said then.
  const isAnswered = problem !== undefined || error !== null || sending;
  const isQuiet = waitingScans === 0 && problem === undefined && error === null;
  if (isQuiet && check.found.length === 0) return undefined;
  return (
    <div className={styles.notices}>
      {waitingScans > 0 && (
        <InlineNote icon="scan">
          Scanned: {waitingScans}. Added to the cart after Charge.
        </InlineNote>
      )}
      {!isAnswered && <Found charging={charging} />}
      <Problems charging={charging} />
    </div>
  );
}

/** What the server, or this till, found in the cart. */
function Found({ charging: { check } }: { charging: Charging }) {
  const { backToCart } = useSell();
  const { found, isStopped, goOn, ask } = check;
  const [first, ...more] = found;
  if (first === undefined) return undefined;
  return (
    <>
      {isStopped ? (
        <InlineAlert more={more.length === 0 ? undefined : more.join(". ")}>{first}</InlineAlert>
      ) : (
        <InlineNote icon="info">{found.join(". ")}</InlineNote>
      )}
      <div className={styles.noticeTools}>
        <Button onClick={backToCart}>Back to the cart</Button>
        {goOn !== undefined && (
          <Button onClick={goOn}>{isStopped ? "Sell anyway" : "Go on"}</Button>
        )}
        {ask !== undefined && <Button onClick={ask}>Ask to sell anyway</Button>}
      </div>
    </>
  );
}

function Problems({ charging }: { charging: Charging }) {
  const { backToCart } = useSell();
  const { problem, error, sellAnyway, setProblem } = charging;
  if (problem !== undefined) {
    return (
      <>
        <InlineAlert>{PROBLEMS[problem]}</InlineAlert>
        <div className={styles.noticeTools}>
          {problem === "part" && (
            <Button tone="primary" onClick={(event) => charging.takePart(event.timeStamp)}>
              Add part payment
            </Button>
          )}
          <Button onClick={() => setProblem(undefined)}>
            {problem === "part" ? "Edit amount" : "OK"}
          </Button>
        </div>
      </>
    );
  }
  if (error === null) return undefined;
  return (
    <>
      <InlineAlert>{notSavedText(error)}</InlineAlert>
      <div className={styles.noticeTools}>
        <Button onClick={backToCart}>Back to the cart</Button>
        {sellAnyway !== undefined && <Button onClick={sellAnyway}>Sell anyway</Button>}
      </div>
    </>
  );
}
