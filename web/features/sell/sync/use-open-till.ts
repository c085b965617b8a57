import { useEffect, useEffectEvent, useRef } from "react";

import { useTillSent } from "#web/sync/use-till-sent.ts";
import { till } from "#web/till/till.ts";

import { useOwnTill } from "./use-own-till.ts";

/** Makes this device a till, if it can be one, and follows what the till sends. */
export function useOpenTill(say: (text: string) => void): void {
  const { isReady, sent, clockOffMs } = useOwnTill();
  const isOpened = useRef(false);
  useEffect(() => {
    // Also again, if its data were deleted meanwhile.
    if (isReady && isOpened.current) return;
    isOpened.current = true;
    // A device that cannot be a till sells through the register of the server.
    till.open().catch(() => undefined);
  }, [isReady]);

  useTillSent(sent);

  const warn = useEffectEvent(() => say("The clock of this device is wrong. Set it right."));
  const isClockWrong = clockOffMs !== undefined;
  useEffect(() => {
    if (isClockWrong) warn();
  }, [isClockWrong]);
}
