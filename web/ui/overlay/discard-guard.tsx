import { useEffect, useRef, useState } from "react";

import { guardBack } from "./back-guard.ts";
import { Confirm } from "./confirm.tsx";

type GuardWords = { title: string; question: string };

/**
 * Protects typed data: closing, Back and leaving the page ask first. `leave` closes without
 * asking, after a save or a confirmation.
 */
export function useDiscardGuard(dirty: boolean, close: () => void) {
  const [asking, setAsking] = useState(false);
  const armed = useRef(dirty);
  useEffect(() => {
    armed.current = dirty;
    if (!dirty) return undefined;
    const address = location.href;
    const entry: unknown = history.state;
    const stay = () => {
      if (!armed.current) return;
      history.pushState(entry, "", address);
      setAsking(true);
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const letGo = guardBack(stay);
    window.addEventListener("beforeunload", warn);
    return () => {
      letGo();
      window.removeEventListener("beforeunload", warn);
    };
  }, [dirty]);

  const leave = () => {
    armed.current = false;
    setAsking(false);
    close();
  };
  return {
    leave,
    requestClose: () => (dirty ? setAsking(true) : leave()),
    asking,
    stay: () => setAsking(false),
  };
}

type DiscardConfirmProps = { guard: ReturnType<typeof useDiscardGuard>; words: GuardWords };

export function DiscardConfirm({ guard, words }: DiscardConfirmProps) {
  return (
    <Confirm
      open={guard.asking}
      title={words.title}
      question={words.question}
      action="Discard"
      cancel="Keep editing"
      onConfirm={guard.leave}
      onCancel={guard.stay}
    />
  );
}
