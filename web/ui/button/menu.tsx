import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, useState } from "react";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import { IconButton } from "./button.tsx";
import * as styles from "./menu.css.ts";

export type MenuItem = Readonly<{
  label: string;
  icon: IconName;
  /** The action cannot be undone at once. */
  grave?: boolean;
  onChoose: () => void;
}>;

/**
 * More actions for a row. The only component that uses floating-ui, which is large, so it is not
 * for screens of shops.
 */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  // Looked up when the menu opens: before that, the main element may be that of the last page.
  const [main, setMain] = useState<Element>();
  return (
    // Not modal: the page stays usable, and Radix inserts no <style>.
    <Radix.Root
      modal={false}
      onOpenChange={() => setMain(document.querySelector("main") ?? undefined)}
    >
      <Radix.Trigger asChild>
        <IconButton icon="more" label={label} />
      </Radix.Trigger>
      {/* A landmark, so that people who navigate by landmarks find it. */}
      <Radix.Portal container={main}>
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
