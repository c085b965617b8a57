import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useQuiet } from "#web/api/use-screen-query.ts";
import * as styles from "#web/features/audit/audit.css.ts";
import { kindText } from "#web/features/audit/event-words.ts";
import { Suggest } from "#web/ui/form/suggest.tsx";

import { candidatesQuery } from "./candidates-query.ts";
import type { About } from "./event-filter.ts";

const QUIET_MS = 300;

type AboutPickerProps = { onPick: (about: About, id: string) => void };

/** Picks a subject by name, number or the end of its id. */
export function AboutPicker({ onPick }: AboutPickerProps) {
  const [text, requiredText] = useState("");
  const asked = useQuiet(text.trim(), QUIET_MS);
  const { data: found, isError } = useQuery({
    ...candidatesQuery(asked),
    enabled: asked !== "",
  });
  const waiting = isError ? "Search failed. Keep typing to try again." : "Looking…";
  const none = found === undefined ? waiting : "No matches";
  return (
    <Suggest
      label="Product, customer or sale"
      text={text}
      onText={requiredText}
      none={asked === "" ? "Type a name, or the end of an ID" : none}
      suggestions={(found ?? []).map(({ about, id, name }) => ({
        id: `${about}:${id}`,
        title: name,
        end: <span className={styles.quiet}>{kindText(about)}</span>,
      }))}
      onPick={(picked) => {
        const chosen = found?.find(({ about, id }) => `${about}:${id}` === picked);
        if (chosen !== undefined) onPick(chosen.about, chosen.id);
      }}
    />
  );
}
