import { useId, type ReactNode, useState, type FocusEvent, type KeyboardEvent } from "react";

import { Icon } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as fieldStyles from "./field.css.ts";
import * as styles from "./suggest.css.ts";

export type Suggestion = { id: string; title: string; end: ReactNode };

type SuggestProps = {
  label: string;
  text: string;
  onText: (text: string) => void;
  suggestions: readonly Suggestion[];
  /** Shown if nothing matches. */
  none: string;
  onPick: (id: string) => void;
};

/**
 * A search field with suggestions. The focus stays in the field, so the next item can be typed at
 * once.
 */
export function Suggest({ label, text, onText, suggestions, none, onPick }: SuggestProps) {
  const listId = useId();
  const list = useOptionList(suggestions, (id) => {
    onPick(id);
    onText("");
  });
  return (
    <div className={styles.frame} onBlur={list.closeIfLeft}>
      <label className={fieldStyles.affix}>
        <VisuallyHidden>{label}</VisuallyHidden>
        <span className={fieldStyles.lead}>
          <Icon name="search" />
        </span>
        <input
          type="search"
          role="combobox"
          aria-expanded={list.open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={list.open && list.at >= 0 ? optionId(listId, list.at) : undefined}
          autoComplete="off"
          enterKeyHint="done"
          className={fieldStyles.control({ before: "icon" })}
          placeholder={label}
          value={text}
          onClick={list.show}
          onKeyDown={list.onKey}
          onChange={(event) => {
            onText(event.currentTarget.value);
            list.show();
          }}
        />
      </label>
      {list.open && (
        <Options id={listId} label={label} none={none} list={list} suggestions={suggestions} />
      )}
    </div>
  );
}

type OptionsProps = Pick<SuggestProps, "label" | "none" | "suggestions"> & {
  id: string;
  list: ReturnType<typeof useOptionList>;
};

// A <datalist> cannot show a figure at the end of a row.
const LISTBOX = { role: "listbox" } as const;
const asOption = (selected: boolean) => ({ role: "option", "aria-selected": selected }) as const;

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

function Options({ id, label, none, list, suggestions }: OptionsProps) {
  return (
    <div className={styles.list} id={id} {...LISTBOX} aria-label={label}>
      {suggestions.map((suggestion, index) => (
        <button
          key={suggestion.id}
          id={optionId(id, index)}
          type="button"
          tabIndex={-1}
          {...asOption(index === list.at)}
          className={styles.option}
          // Pressing would move the focus before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => list.pick(index)}
        >
          <span className={styles.title}>{suggestion.title}</span>
          {suggestion.end}
        </button>
      ))}
      {suggestions.length === 0 && <p className={styles.none}>{none}</p>}
    </div>
  );
}

/** The keyboard handling of a suggestion list (ARIA combobox with a list popup). */
function useOptionList(options: readonly { id: string }[], onPick: (id: string) => void) {
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const at = Math.min(marked, options.length - 1);

  const show = () => {
    setOpen(true);
    setMarked(0);
  };
  const close = () => setOpen(false);
  const pick = (index: number) => {
    const option = options[index];
    if (option === undefined) return;
    close();
    onPick(option.id);
  };
  const move = (by: number) => {
    if (!open) return show();
    const count = options.length;
    if (count > 0) setMarked((at + by + count) % count);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (open ? pick(at) : show()),
    ...(open ? { Escape: close } : {}),
  };
  const onKey = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const closeIfLeft = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  return { open, at, show, pick, onKey, closeIfLeft };
}
