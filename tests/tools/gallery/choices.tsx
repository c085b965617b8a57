import { useState } from "react";

import { LevelBars } from "#web/parts/level-badge.tsx";
import { Chips } from "#web/ui/button/chips.tsx";
import { ChoiceTiles, Segments } from "#web/ui/form/choice.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { ThemeSegments } from "#web/ui/layout/theme-segments.tsx";

import { Group, Line } from "./group.tsx";

const WAYS = [
  { value: "add", label: "Add", icon: "plus" },
  { value: "subtract", label: "Subtract", icon: "minus" },
] as const;
const PAYMENTS = [
  { value: "cash", label: "Cash", icon: "cash" },
  { value: "card", label: "Card", icon: "card" },
  { value: "mobile_money", label: "Mobile money", icon: "phone" },
  { value: "bank_transfer", label: "Bank transfer", icon: "bank" },
] as const;
const CHIPS = [
  { value: "all", label: "All", count: 164 },
  { value: "low", label: "Low stock", count: 6, mark: <LevelBars level="low" /> },
  { value: "out", label: "Out of stock", count: undefined },
] as const;
const TABS = [
  { value: "profile", label: "Profile" },
  { value: "business", label: "Business" },
  { value: "notifications", label: "Notifications" },
  { value: "security", label: "Security" },
  { value: "payments", label: "Payments" },
  { value: "integrations", label: "Integrations" },
] as const;

export function Choices() {
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("add");
  const [payment, setPayment] = useState<(typeof PAYMENTS)[number]["value"]>("cash");
  const [level, setLevel] = useState<(typeof CHIPS)[number]["value"]>("all");
  const [tab, setTab] = useState("profile");
  return (
    <Group title="Choices">
      <Line>
        <Segments legend="Type" options={WAYS} value={way} onChange={setWay} />
        <ThemeSegments />
      </Line>
      <ChoiceTiles
        legend="Payment method"
        options={PAYMENTS}
        value={payment}
        onChange={setPayment}
      />
      <Chips legend="Stock level" chips={CHIPS} value={level} onChange={setLevel} />
      <Chips till legend="Category" chips={CHIPS} value={level} onChange={setLevel} />
      <Tabs label="Settings" tabs={TABS} value={tab} onChange={setTab}>
        <p>What the tab {tab} holds.</p>
      </Tabs>
    </Group>
  );
}
