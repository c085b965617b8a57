import type { TillPerson } from "#kernel/contract/api/till/changes.ts";
import { initialsOf, roleText } from "#web/format/names.ts";
import { Avatar } from "#web/ui/layout/avatar.tsx";

import * as styles from "./lock.css.ts";

type PersonTilesProps = {
  people: readonly TillPerson[];
  label: string;
  onChoose: (person: TillPerson) => void;
};

/** A tile for each person, to choose one. */
export function PersonTiles({ people, label, onChoose }: PersonTilesProps) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" className={styles.tile} onClick={() => onChoose(person)}>
            <Avatar initials={initialsOfName(person.name)} />
            <span className={styles.tileText}>
              <b className={styles.tileName}>{person.name}</b>
              <span className={styles.tileRole}>{roleText(person.role)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function initialsOfName(name: string): string {
  const words = name.trim().split(/\s+/);
  return initialsOf(words[0] ?? "", words.length > 1 ? (words.at(-1) ?? "") : "");
}
