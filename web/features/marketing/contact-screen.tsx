import { lazy, Suspense } from "react";

import { MailLink } from "#web/ui/button/button.tsx";

import { Intro, PointBand } from "./bands.tsx";
import * as styles from "./contact.css.ts";
import { HELLO, HOURS } from "./site-facts.ts";

/** Lazy, because the quick answers come first. */
const ContactMessage = lazy(async () => ({
  default: (await import("./contact-form.tsx")).ContactMessage,
}));

const ANSWERS = [
  {
    name: "Can I try it first?",
    text: "Yes: 14 days free, no credit card needed, with everything in it.",
  },
  {
    name: "What do I need?",
    text: "A phone, tablet or computer with a browser. Nothing to install, no till to buy.",
  },
  {
    name: "Can my staff use it?",
    text: "Yes. Each person gets their own sign-in and role.",
  },
];

export default function ContactScreen() {
  return (
    <>
      <Intro title="Talk to us." lead="Questions? Send us a message." />
      <div className={styles.contact}>
        <div className={styles.formPlace}>
          <Suspense>
            <ContactMessage />
          </Suspense>
        </div>
        <div className={styles.details}>
          <section>
            <h2>Contact details</h2>
            <p>
              <MailLink address={HELLO} />
            </p>
            <p>Accra, Ghana</p>
          </section>
          <section>
            <h2>Business hours</h2>
            <dl className={styles.hours}>
              {HOURS.map(({ day, hours }) => (
                <div key={day}>
                  <dt>{day}</dt>
                  <dd>{hours}</dd>
                </div>
              ))}
            </dl>
            <p>West Africa Time (WAT)</p>
          </section>
        </div>
      </div>
      <PointBand ground="page" title="Quick answers" points={ANSWERS} />
    </>
  );
}
