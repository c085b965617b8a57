import { LevelBadge } from "#web/parts/level-badge.tsx";
import { SyncMark } from "#web/parts/sync-mark.tsx";
import {
  Button,
  ButtonLink,
  IconButton,
  MailLink,
  ServerPageLink,
  TextLink,
} from "#web/ui/button/button.tsx";
import { FigureButton } from "#web/ui/button/figure-button.tsx";
import { OutsideButton } from "#web/ui/button/outside-button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { Avatar } from "#web/ui/layout/avatar.tsx";
import { Brand } from "#web/ui/layout/brand.tsx";
import { CountMark } from "#web/ui/layout/count-mark.tsx";
import { ExportButton } from "#web/ui/table/list-tool-row.tsx";

import { Group, Line } from "./group.tsx";

const TONES = ["primary", "neutral", "ghost", "danger"] as const;
const SCALES = ["compact", "form", "pay"] as const;
const LEVELS = [
  ["out", "0 units"],
  ["low", "6 units"],
  ["medium", "24 units"],
  ["good", "96 units"],
] as const;

export function Buttons() {
  return (
    <Group title="Buttons">
      {TONES.map((tone) => (
        <Line key={tone}>
          <Button tone={tone}>Save</Button>
          <Button tone={tone} icon="plus">
            Add Product
          </Button>
          <Button tone={tone} busy>
            Saving
          </Button>
          <Button tone={tone} disabled>
            Not now
          </Button>
        </Line>
      ))}
      <Line>
        {SCALES.map((scale) => (
          <Button key={scale} scale={scale}>
            {scale}
          </Button>
        ))}
        <ButtonLink href="/gallery">A link</ButtonLink>
        <IconButton icon="edit" label="Edit Milo 400g" />
        <IconButton icon="delete" label="Delete Milo 400g" busy />
        <ExportButton fetchFile={async () => undefined} />
      </Line>
    </Group>
  );
}

export function Marks() {
  return (
    <Group title="Badges and marks">
      <Line>
        {LEVELS.map(([level, words]) => (
          <LevelBadge key={level} level={level}>
            {words}
          </LevelBadge>
        ))}
        <LevelBadge level={undefined}>Not counted</LevelBadge>
      </Line>
      <Line>
        <StatusBadge tone="well">success</StatusBadge>
        <StatusBadge tone="waiting">pending</StatusBadge>
        <StatusBadge tone="wrong">failed</StatusBadge>
        <CountMark place="end">99+</CountMark>
        <SyncMark>All sales saved</SyncMark>
        <SyncMark lost>Offline</SyncMark>
      </Line>
      <Line>
        <Brand name="Tillbook" />
        <Brand name="Tillbook" href="/gallery" />
        <Avatar initials="AM" />
        <Avatar initials="KB" small />
        <TextLink href="/gallery">A link in a text</TextLink>
        <FigureButton label="History of Total Sales" onPress={() => undefined}>
          <Money minor={14_900} currency="GHS" />
        </FigureButton>
        <OutsideButton href="https://wa.me/" icon="send">
          Send on WhatsApp
        </OutsideButton>
        <ServerPageLink href="/legal/terms">A page of the server</ServerPageLink>
        <MailLink address="somebody@mail.example" />
      </Line>
    </Group>
  );
}
