import { counted } from "#web/format/counts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineDone } from "#web/ui/feedback/state.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";

import { note } from "./audit.css.ts";
import * as styles from "./audit.css.ts";
import { kindText } from "./event-words.ts";
import { useVerify } from "./use-verify.ts";

type Verification = ReturnType<typeof useVerify>;

export function Verify() {
  const verify = useVerify();
  return (
    <>
      {verify.state === "running" ? (
        <Running {...verify} />
      ) : (
        <Button icon="refresh" onClick={verify.start}>
          {verify.state === "idle" ? "Verify the log" : "Verify again"}
        </Button>
      )}
      {verify.state === "failed" && (
        <InlineAlert more={verify.why}>Couldn't finish verifying the log.</InlineAlert>
      )}
      <Result {...verify} />
      <Deviations {...verify} />
    </>
  );
}

function Running({ progress, stop }: Verification) {
  const { done, of } = progress ?? { done: 0, of: 0 };
  return (
    <>
      <label className={styles.progress}>
        <span>
          {of === 0
            ? "Beginning…"
            : `${done.toLocaleString("en-GH")} of ${counted(of, "event")} checked`}
        </span>
        <progress className={styles.bar} value={done} max={Math.max(of, 1)} />
      </label>
      <Button onClick={stop}>Stop</Button>
    </>
  );
}

function Result({ result }: Verification) {
  if (result === undefined) return undefined;
  const { holds, events, deviations, signed } = result;
  if (!holds) {
    return (
      <InlineAlert more={`${counted(events, "event")} checked.`}>
        Verification failed: {counted(deviations, "deviation")}.
      </InlineAlert>
    );
  }
  return (
    <InlineDone>
      The log is intact: {counted(events, "event")} checked,{" "}
      {signed === null
        ? "nothing signed yet"
        : `signed up to event ${signed.toLocaleString("en-GH")}`}
      .
    </InlineDone>
  );
}

function Deviations({ deviations, result }: Verification) {
  if (deviations.length === 0) return undefined;
  const more = (result?.deviations ?? 0) - deviations.length;
  return (
    <>
      <RowList>
        {deviations.map(({ seq, deviation, message }, index) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- one event may deviate twice in one way
            key={index}
            title={`Event ${seq.toLocaleString("en-GH")}: ${kindText(deviation)}`}
            text={message}
            end={undefined}
          />
        ))}
      </RowList>
      {more > 0 && <p className={note}>And {counted(more, "other")}.</p>}
    </>
  );
}
