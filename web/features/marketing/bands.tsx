import { useId } from "react";
import type { ReactNode } from "react";

import { links } from "#web/links.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";

import * as styles from "./bands.css.ts";
import { TRIAL } from "./site-facts.ts";

type BandProps = {
  title: string;
  ground?: "surface" | "page";
  /** Put the heading beside the list instead of above. */
  list?: boolean;
  children: ReactNode;
};

/** A full-width band of the page. */
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

/** Text on one side, illustration on the other. */
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

/** A band of points with its heading beside them. */
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

/** Closing band of every page. */
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
