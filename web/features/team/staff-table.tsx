import type { StaffItem } from "#kernel/contract/api/staff.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { dayText } from "#web/format/days.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useSession } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { rareIcons } from "#web/ui/icon/rare-icons.ts";
import { Panel } from "#web/ui/layout/panel.tsx";
import { Cell, CellTitle, Line, Table, TableRow, type Column } from "#web/ui/table/table.tsx";

import type { Invitation } from "./invitation-link.tsx";
import { roleName } from "./role-field.tsx";
import { personName } from "./staff-query.ts";
import { usePinLink, useResend } from "./use-staff-commands.ts";

addIcons(rareIcons);

type ResendButtonProps = Pick<StaffActions, "onResent"> & { person: StaffItem };

/** Sends a new link; the old one stops working. */
function ResendButton({ person, onResent }: ResendButtonProps) {
  const name = personName(person);
  const isEmailed = person.email !== "";
  return (
    <LinkButton
      icon={isEmailed ? "mail" : "send"}
      label={isEmailed ? `Resend the invitation to ${name}` : `New link for ${name}`}
      command={useResend()}
      person={person}
      onResent={onResent}
    />
  );
}

/** The PIN stays until the link is used. */
const PinLinkButton = ({ person, onResent }: ResendButtonProps) => (
  <LinkButton
    icon="send"
    label={`New PIN link for ${personName(person)}`}
    command={usePinLink()}
    person={person}
    onResent={onResent}
  />
);

type LinkButtonProps = ResendButtonProps & {
  icon: "mail" | "send";
  label: string;
  command: ReturnType<typeof useResend>;
};

function LinkButton({ icon, label, command, person, onResent }: LinkButtonProps) {
  const { email, phone, status } = person;
  return (
    <IconButton
      icon={icon}
      label={label}
      busy={command.isPending}
      onClick={() =>
        command.mutate(person.id, {
          onSuccess: ({ data: { link } }) =>
            onResent({
              email,
              name: personName(person),
              phone,
              link,
              isOfMember: status === "active",
            }),
          onError: (error) => toasts.show("error", notSavedText(error)),
        })
      }
    />
  );
}

const COLUMNS: readonly Column[] = [
  { name: "Name", kind: "title", width: "44%" },
  { name: "Role and status", kind: "lines" },
  { name: "Actions", kind: "actionsAbove" },
];

type StaffActions = {
  onRole: (person: StaffItem) => void;
  onRemove: (person: StaffItem) => void;
  onResent: (invitation: Invitation) => void;
};

type StaffTableProps = StaffActions & {
  people: readonly StaffItem[];
  writtenId: string | undefined;
};

export function StaffTable({ people, writtenId, ...actions }: StaffTableProps) {
  const me = useSession()?.user.id;
  return (
    <Panel>
      <Table columns={COLUMNS}>
        {people.map((person) => (
          <TableRow key={person.id} chosen={person.id === writtenId}>
            <Cell kind="title">
              <CellTitle>
                {personName(person)}
                {person.id === me && " (you)"}
              </CellTitle>
              {personName(person) !== person.email && <Line>{contactOf(person)}</Line>}
            </Cell>
            <Cell kind="lines">
              <Line>
                {roleName(person.role)}
                {person.ends_on !== null && `, until ${dayText(person.ends_on)}`}
              </Line>
              <Status person={person} />
            </Cell>
            <Cell kind="actionsAbove">
              {!isLastOwner(people, person) && <Tools person={person} {...actions} />}
            </Cell>
          </TableRow>
        ))}
      </Table>
    </Panel>
  );
}

const contactOf = ({ email, phone }: StaffItem): string =>
  email === "" ? `No email${phone ? ` · ${phone}` : ""}` : email;

/** A business keeps at least one owner, so the last one has no actions. */
const isLastOwner = (people: readonly StaffItem[], { role, status }: StaffItem): boolean =>
  role === "owner" &&
  status === "active" &&
  people.filter((one) => one.role === "owner" && one.status === "active").length === 1;

function Status({ person }: { person: StaffItem }) {
  const now = useNow();
  if (person.status === "invited") {
    const expired = person.expires_at !== null && Date.parse(person.expires_at) <= now;
    return <StatusBadge tone="waiting">{expired ? "Invitation expired" : "Invited"}</StatusBadge>;
  }
  if (person.email === "") return <Line>Unlocks the till with a PIN</Line>;
  const { last_login_at: last } = person;
  const seen = last === null ? "Never signed in" : `Last sign-in: ${ago(Date.parse(last), now)}`;
  return (
    <Line>
      {seen}
      {person.two_factor && " · Two-factor on"}
    </Line>
  );
}

function Tools({ person, onRole, onRemove, onResent }: StaffActions & { person: StaffItem }) {
  const name = personName(person);
  const invited = person.status === "invited";
  // Any other role needs a password.
  const isFixed = person.email === "";
  return (
    <>
      {invited && <ResendButton person={person} onResent={onResent} />}
      {!invited && isFixed && <PinLinkButton person={person} onResent={onResent} />}
      {!isFixed && (
        <IconButton
          icon="edit"
          label={`Change the role of ${name}`}
          onClick={() => onRole(person)}
        />
      )}
      <IconButton
        icon="delete"
        label={invited ? `Cancel the invitation for ${name}` : `Remove ${name}`}
        onClick={() => onRemove(person)}
      />
    </>
  );
}
