import { useMutation } from "@tanstack/react-query";

import { download } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";

import * as styles from "./account.css.ts";
import { accountFailure } from "./use-account-commands.ts";

const LISTS = [
  ["Products", "products"],
  ["Customers", "customers"],
  ["Sales", "sales"],
  ["Stock movements", "movements"],
] as const;

/** CSV exports of every list. */
export function ExportLinks() {
  const fetching = useMutation({
    mutationFn: (list: string) => download(`/api/v1/exports/${list}.csv`),
  });
  const problem = accountFailure(fetching.error);
  return (
    <>
      <div className={styles.tools}>
        {LISTS.map(([label, list]) => (
          <Button
            key={list}
            scale="compact"
            icon="download"
            busy={fetching.isPending && fetching.variables === list}
            onClick={() => fetching.mutate(list)}
          >
            {label}
          </Button>
        ))}
      </div>
      {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
    </>
  );
}
