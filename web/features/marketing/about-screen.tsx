import { MailLink } from "#web/ui/button/button.tsx";

import { Band, Intro, OpenYourTill, PointBand, Words } from "./bands.tsx";

/** A placeholder, like `HELLO`. */
const CAREERS = "careers@tillbook.example";

const VALUES = [
  {
    name: "Exact",
    text: "Every total is right to the pesewa, today and when you check it in five years.",
  },
  { name: "Quick", text: "No customer should wait for a screen." },
  { name: "Plain", text: "Familiar words, on your own phone. Nothing to learn twice." },
  { name: "Yours", text: "Your records leave with you: everything can be exported." },
];

/** Roles instead of invented people. */
const TEAM = [
  { name: "Engineering", text: "Keeps the records exact and the till quick." },
  { name: "Design", text: "Keeps screens simple." },
  { name: "Shop support", text: "Answers in plain words, during shop hours." },
  { name: "Operations", text: "Watches the platform, its backups and its checks." },
];

export default function AboutScreen() {
  return (
    <>
      <Intro
        title="Made for the counter."
        lead="Tillbook keeps the books for shops without a back office: provision stores, cafes, boutiques."
      />
      <Band list title="How it began">
        <div>
          <Words>An exercise book, a pencil and a drawer.</Words>
          <Words>
            Most shops we know end the day by counting the drawer and guessing the rest. The book
            says one thing, the shelf says another, and no one is lying.
          </Words>
          <Words>
            So we made a book that counts for itself. Each sale writes its own line and takes its
            items out of stock, and nothing that was written is ever erased.
          </Words>
        </div>
      </Band>
      <PointBand ground="page" title="What we believe" points={VALUES} />
      <PointBand title="The team" points={TEAM} />
      <Band list ground="page" title="Work with us">
        <div>
          <Words>We read every message, whether or not we have an open position.</Words>
          <MailLink address={CAREERS} />
        </div>
      </Band>
      <OpenYourTill />
    </>
  );
}
