import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";

import { Button } from "#web/ui/button/button.tsx";
import { Message } from "#web/ui/feedback/state.tsx";

import { useFindMoment } from "./use-find-moment.ts";

/** Handles a link to a past moment: moves it from the URL into the state that all screens share. */
export function LinkedMoment({ asOf }: { asOf: string }) {
  const { problem, find } = useFindMoment();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const finish = () => {
    const params = new URLSearchParams(search);
    params.delete("as_of");
    navigate(params.size === 0 ? path : `${path}?${params}`, { replace: true });
  };
  useEffect(() => {
    void find(asOf).then((isFound) => isFound && finish());
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per linked moment
  }, [asOf]);
  if (problem === undefined) return <output>Loading that date…</output>;
  return (
    <Message
      title="This date can't be shown"
      text={problem}
      action={
        <Button tone="primary" onClick={finish}>
          Continue without it
        </Button>
      }
    />
  );
}
