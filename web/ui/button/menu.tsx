import { DropdownMenu as Radix } from "radix-ui";
import { Fragment } from "react";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import { IconButton } from "./button.tsx";
import * as styles from "./menu.css.ts";

export type MenuItem = Readonly<{
  label: string;
  icon: IconName;
  /** What it does cannot be taken back at once. */
  grave?: boolean;
  onChoose: () => void;
}>;

/** What else can be done with a row. The only part that stands on floating-ui: not for tenants' screens. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  return (
    // Not modal: the page beside it stays usable, and no style is put into it.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <IconButton icon="more" label={label} />
      </Radix.Trigger>
      {/* A part of the page, so that who goes by landmarks finds it. */}
      <Radix.Portal container={document.querySelector("main")}>
        <Radix.Content
          className={styles.menu}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          {items.map(({ label: name, icon, grave = false, onChoose }) => (
            <Fragment key={name}>
              {grave && <Radix.Separator className={styles.line} />}
              <Radix.Item
                className={styles.item}
                data-grave={grave || undefined}
                onSelect={onChoose}
              >
                <Icon name={icon} />
                {name}
              </Radix.Item>
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
