import { useRef } from "react";

import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/button/menu.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import {
  Dialog,
  DialogBody,
  DialogFoot,
  DialogForm,
  DialogPayFoot,
  SlideOver,
} from "#web/ui/overlay/dialog.tsx";
import { DropPanel, DropPanelBody } from "#web/ui/overlay/drop-panel.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { Group, Line } from "./group.tsx";
import { OVERLAYS } from "./overlay-names.ts";

const NOTHING = () => undefined;

/** Each opens by its address, such as `?open=form`. */
export function Overlays() {
  const { value, open, close } = useModalParam("open");
  const opener = useRef<HTMLDivElement>(null);
  return (
    <Group title="Over the page">
      <div ref={opener}>
        <Line>
          {OVERLAYS.map((name) => (
            <Button key={name} onClick={() => open(name)}>
              Open: {name}
            </Button>
          ))}
          <Menu
            label="More for Adom"
            items={[
              { label: "Send invitation", icon: "mail", onChoose: NOTHING },
              { label: "Suspend", icon: "warning", grave: true, onChoose: NOTHING },
            ]}
          />
        </Line>
      </div>
      <Forms value={value} close={close} />
      <Confirm
        open={value === "confirm" || value === "refused"}
        title="Delete Milo 400g"
        question="Are you sure you want to delete this product?"
        action="Delete"
        error={value === "refused" ? "Your role may not delete this" : undefined}
        onConfirm={close}
        onCancel={close}
      />
      <SlideOver open={value === "slide"} label="Menu" closeLabel="Close menu" onClose={close}>
        <p>What slides over the page</p>
      </SlideOver>
      <DropPanel open={value === "panel"} title="Notifications" opener={opener} onClose={close}>
        <DropPanelBody>
          <p>No notifications yet</p>
        </DropPanelBody>
      </DropPanel>
    </Group>
  );
}

type FormsProps = { value: string | undefined; close: () => void };

function Forms({ value, close }: FormsProps) {
  return (
    <>
      <Dialog open={value === "form"} title="Add Customer" onClose={close}>
        <DialogForm onSubmit={(event) => event.preventDefault()}>
          <DialogBody>
            <TextField label="First Name" />
            <TextField label="Last Name" error="Last name is required" />
          </DialogBody>
          <DialogFoot>
            <Button onClick={close}>Cancel</Button>
            <Button tone="primary" type="submit">
              Add Customer
            </Button>
          </DialogFoot>
        </DialogForm>
      </Dialog>
      <Dialog open={value === "full"} title="New Sale" scale="full" onClose={close}>
        <DialogForm onSubmit={(event) => event.preventDefault()}>
          <DialogBody>
            <p>As large as the page</p>
          </DialogBody>
          <DialogPayFoot>
            <Button tone="primary" scale="pay" block type="submit">
              Save sale GH₵149.00
            </Button>
          </DialogPayFoot>
        </DialogForm>
      </Dialog>
    </>
  );
}
