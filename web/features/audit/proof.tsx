import { useMutation } from "@tanstack/react-query";

import { download } from "#web/api/download.ts";
import { whyText } from "#web/api/use-screen-query.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";

import { Verify } from "./verify.tsx";

/** Verifies the log here, and exports it for verification elsewhere. */
export function Proof() {
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
