import { useId } from "react";
import type { ReactNode } from "react";

import { links } from "#web/links.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";

import * as styles from "./bands.css.ts";
import { TRIAL } from "./site-links.ts";

type BandProps = {
  title: string;
  ground?: "surface" | "page";
  /** A heading beside a list; without it the rest stands below. */
  list?: boolean;
  children: ReactNode;
};

/** One stripe of a page, as wide as the screen. */
export function Band({ title, ground, list = false, children }: BandProps) {
  const id = useId();
  return (
    <section
      className={styles.band({ ground, columns: list ? "list" : "one" })}
      aria-labelledby={id}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type HalvesProps = {
  title: string;
  words: ReactNode;
  ground?: "surface" | "page";
  children: ReactNode;
};

/** Words on one side, what they speak of on the other. */
export function Halves({ title, words, ground, children }: HalvesProps) {
  const id = useId();
  return (
    <section className={styles.band({ ground, columns: "half" })} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {words}
      </div>
      {children}
    </section>
  );
}

export function Words({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}

export type Point = { name: string; text: ReactNode };

type PointBandProps = Omit<BandProps, "list" | "children"> & { points: readonly Point[] };

/** A stripe of points, its heading beside them. */
export function PointBand({ points, ...band }: PointBandProps) {
  return (
    <Band {...band} list>
      <ul className={styles.points}>
        {points.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Band>
  );
}

export function Intro({ title, lead }: { title: string; lead: string }) {
  return (
    <section className={styles.intro}>
      <h1 className={styles.headline}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
    </section>
  );
}

/** The last stripe of every page. */
export function OpenYourTill() {
  return (
    <section className={styles.end}>
      <h2>Open your till today.</h2>
      <p>{TRIAL}</p>
      <ButtonLink href={links.register()} tone="paper" scale="form">
        Get Started
      </ButtonLink>
    </section>
  );
}
