import { useMutation } from "@tanstack/react-query";

import { download } from "#web/api/download.ts";
import { links } from "#web/links.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";

import * as styles from "./overview.css.ts";

const EXPORT = "/api/v1/platform/exports/tenants.csv";

export function QuickActions() {
  const exporting = useMutation({
    mutationFn: () => download(EXPORT),
    onError: () => toasts.show("error", "The export failed. Please try again."),
  });
  return (
    <div className={styles.quick}>
      <ButtonLink href={links.tenants()} icon="store">
        Manage Tenants
      </ButtonLink>
      <ButtonLink href={links.globalSettings()} icon="sliders">
        System Settings
      </ButtonLink>
      <ButtonLink href={`${links.superAdmin()}?tab=access`} icon="shield">
        Security Center
      </ButtonLink>
      <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate()}>
        Export Reports
      </Button>
    </div>
  );
}
