import { Intro, OpenYourTill, PointBand } from "./bands.tsx";

const PARTS = [
  {
    title: "Sales and checkout",
    points: [
      { name: "One running total", text: "Choose products, change quantities, see the sum grow." },
      {
        name: "Every way to pay",
        text: "Cash, card, mobile money or bank transfer, recorded with the sale.",
      },
      {
        name: "Nothing counted twice",
        text: "A sale whose answer was lost on the way is sent again without being recorded again.",
      },
      {
        name: "Mistakes undone",
        text: "A deleted sale puts its stock back and stays in the record.",
      },
    ],
  },
  {
    title: "Inventory",
    points: [
      {
        name: "Levels in words",
        text: "Out of stock, low, medium, well stocked: one look is enough.",
      },
      {
        name: "Deliveries and breakage",
        text: "Add or subtract with a reason, while others go on selling the same product.",
      },
      {
        name: "The whole story",
        text: "Each product lists what moved its stock, when, and to how much.",
      },
      { name: "Alerts", text: "A notice in the app and by email before a shelf is empty." },
    ],
  },
  {
    title: "Customers",
    points: [
      {
        name: "Found at once",
        text: "By name, email or phone, while the customer is still talking.",
      },
      {
        name: "On the sale",
        text: "A sale knows who bought, or says that it was somebody passing by.",
      },
      {
        name: "Kept with care",
        text: "Contact data is sealed, and shown only to the roles that need it.",
      },
    ],
  },
  {
    title: "Security",
    points: [
      {
        name: "Role-based access",
        text: "Owner, manager, cashier, stock keeper, accountant, auditor.",
      },
      { name: "Isolated data", text: "Each shop's records stand behind walls of their own." },
      { name: "Two steps", text: "Sign in with an authenticator app beside the password." },
      {
        name: "A record that holds",
        text: "Changes are added, never overwritten, and the chain of them can be checked.",
      },
    ],
  },
  {
    title: "Integrations",
    points: [
      {
        name: "Payment provider",
        text: "Connect your keys for cards and mobile money. Taking payments through them comes next.",
      },
      {
        name: "Email",
        text: "Alerts, digests and invitations, through a mail server of your choice.",
      },
      { name: "Spreadsheets", text: "Sales, products and customers as CSV files." },
      { name: "API", text: "Every call is documented, for tools of your own." },
    ],
  },
];

export default function FeaturesScreen() {
  return (
    <>
      <Intro
        title="Everything behind the counter."
        lead="What a small shop does in a day, in the order it does it: sell, count, know its customers, sleep well."
      />
      {PARTS.map((part, at) => (
        <PointBand key={part.title} {...part} ground={at % 2 === 0 ? "surface" : "page"} />
      ))}
      <OpenYourTill />
    </>
  );
}
