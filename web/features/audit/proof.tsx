import { useMutation } from "@tanstack/react-query";

import { download } from "#web/api/download.ts";
import { whyText } from "#web/api/use-screen-query.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";

import { Verify } from "./verify.tsx";

/** What shows that the log is what it was: here, and on somebody else's machine. */
export function Proof() {
  return (
    <div>
      <FormSection
        title="Verify"
        kind="stack"
        hint="Computes the hash of every event anew and compares it with the chain and with every signed checkpoint."
      >
        <Verify />
      </FormSection>
      <FormSection
        title="Export"
        kind="stack"
        hint="The whole log with its signatures in one file, up to the newest signed checkpoint. Anybody can check it on another machine, without this product. Personal data stays sealed in it."
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
        <InlineAlert more={whyText(file.error)}>The log could not be exported.</InlineAlert>
      )}
    </>
  );
}
