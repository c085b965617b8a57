import { MailLink } from "#web/ui/button/text-link.tsx";

import { Band, Intro, OpenYourTill, PointBand, Words } from "./bands.tsx";
import { CAREERS } from "./site-links.ts";

const VALUES = [
  {
    name: "Exact",
    text: "A sum is right to the pesewa, today and when somebody checks it in five years.",
  },
  { name: "Quick", text: "A customer waits for goods, never for a screen." },
  { name: "Plain", text: "The words of the shop, on a phone of the shop. Nothing to learn twice." },
  { name: "Yours", text: "Your records leave with you: everything can be exported." },
];

/** Roles, and no invented people. */
const TEAM = [
  { name: "Engineering", text: "Keeps the record exact and the till quick." },
  { name: "Design", text: "Takes things away until the figures are what one sees." },
  { name: "Shop support", text: "Answers in the words of the shop, in the hours of the shop." },
  { name: "Operations", text: "Watches the platform, its copies and its checks." },
];

export default function AboutScreen() {
  return (
    <>
      <Intro
        title="Made for the counter."
        lead="Tillbook keeps the books of shops that never had an office: provision stores, cafes, boutiques."
      />
      <Band list title="How it began">
        <div>
          <Words>An exercise book, a pencil and a drawer.</Words>
          <Words>
            Most shops we know close the day by counting the drawer and guessing the rest. The book
            says one thing, the shelf another, and nobody is lying.
          </Words>
          <Words>
            So we made the book count for itself. Each sale writes its own line, takes its own goods
            off the shelf, and nothing that was written is ever rubbed out.
          </Words>
        </div>
      </Band>
      <PointBand ground="page" title="What we hold to" points={VALUES} />
      <PointBand title="The team" points={TEAM} />
      <Band list ground="page" title="Work with us">
        <div>
          <Words>We read every letter, with or without an open position.</Words>
          <MailLink address={CAREERS} />
        </div>
      </Band>
      <OpenYourTill />
    </>
  );
}
