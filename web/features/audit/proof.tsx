import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";

import { download } from "#web/api/download.ts";
import { whyText } from "#web/api/use-screen-query.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";

import { Verify } from "./verify.tsx";

const SignedHeadList = lazy(async () => ({
  default: (await import("./checkpoints.tsx")).SignedHeadList,
}));

type ProofProps = {
  /** Whether the signed checkpoints are listed. */
  listed: boolean;
  onList: () => void;
};

/** Verifies the log here, exports it for verification elsewhere, and lists its signatures on request. */
export function Proof({ listed, onList }: ProofProps) {
  return (
    <div>
      <FormSection
        title="Verify"
        kind="stack"
        hint="Recomputes the hash of every event and compares it with the chain and every signed checkpoint."
      >
        <Verify />
      </FormSection>
      <FormSection
        title="Export"
        kind="stack"
        hint="The whole log and its signatures in one file, up to the latest signed checkpoint. Anyone can check it on another machine without Tillbook. Personal data stays encrypted."
      >
        <Export />
      </FormSection>
      <FormSection
        title="Signed checkpoints"
        kind="stack"
        hint="Each one fixes the whole log as it was when it was signed."
      >
        {listed ? (
          <Suspense fallback={<SkeletonRows rows={6} kind="list" label="Loading..." />}>
            <SignedHeadList />
          </Suspense>
        ) : (
          <Button onClick={onList}>Show the checkpoints</Button>
        )}
      </FormSection>
    </div>
  );
}

function Export() {
  const file = useMutation({ mutationFn: () => download("/api/v1/audit/export") });
  return (
    <>
      <Button icon="download" busy={file.isPending} onClick={() => file.mutate()}>
        Export the log
      </Button>
      {file.isError && (
        <InlineAlert more={whyText(file.error)}>Couldn't export the log.</InlineAlert>
      )}
    </>
  );
}
