import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { ReceiptEmailRequest } from "#kernel/contract/api/mail.ts";
import { customersQuery } from "#web/api/customers.ts";
import { request } from "#web/api/http-client.ts";
import { isRefused } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineDone, InlineNote } from "#web/ui/feedback/state.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { errorsOf } from "#web/ui/form/use-schema-form.ts";

import * as styles from "./receipt-ways.css.ts";

const NOT_HERE =
  "This sale has not reached the server yet. You can email its receipt once it has been sent.";

type ReceiptEmailProps = {
  saleId: string;
  /** A till may have sales that the server does not have yet. */
  onServer: boolean;
  customerId: string | undefined;
  /** If it was handed out before. */
  copyNumber: number | undefined;
  onSent: () => void;
};

/** Asks for the address, which is the customer's if the shop has it, and sends the receipt. */
export function ReceiptEmail(props: ReceiptEmailProps) {
  const { saleId, onServer, customerId, copyNumber, onSent } = props;
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const known = useEmailOf(customerId);
  const sending = useSendReceipt(saleId, copyNumber);
  const email = (typed ?? known ?? "").trim();
  if (!onServer) return <InlineNote icon="unsent">{NOT_HERE}</InlineNote>;
  if (sending.isSuccess) {
    return <InlineDone>The receipt is on its way to {sending.variables}.</InlineDone>;
  }
  const error = tried ? errorsOf(ReceiptEmailRequest, { email }).get("email") : undefined;
  const send = () => {
    setTried(true);
    if (ReceiptEmailRequest.safeParse({ email }).success) {
      sending.mutate(email, { onSuccess: onSent });
    }
  };
  return (
    <form
      className={styles.emailForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) send();
      }}
    >
      <TextField
        label="Email the receipt to"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="send"
        value={typed ?? known ?? ""}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" tone="primary" busy={sending.isPending}>
        Send
      </Button>
      {sending.error !== null && <InlineAlert>{notSentText(sending.error)}</InlineAlert>}
    </form>
  );
}

const useSendReceipt = (saleId: string, copy: number | undefined) =>
  useCommand(
    (email: string, commandKey) =>
      request(`/api/v1/sales/${encodeURIComponent(saleId)}/receipt-email`, WriteResult, {
        method: "POST",
        json: { email, ...(copy === undefined ? {} : { copy }) },
        commandKey,
      }),
    [],
  );

function useEmailOf(customerId: string | undefined): string | undefined {
  const { data } = useQuery({ ...customersQuery(), enabled: customerId !== undefined });
  return data?.find(({ id }) => id === customerId)?.email ?? undefined;
}

/** A repeated press sends the same email, so it is safe to try again. */
function notSentText(error: unknown): string {
  if (!isRefused(error)) return "We couldn't reach the server. Tap Send again; it is sent once.";
  return error.code === "sale-not-found" ? NOT_HERE : error.message;
}
