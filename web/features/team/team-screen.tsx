import { useState } from "react";

import type { StaffItem } from "#kernel/contract/api/staff.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { type Invitation, InvitationLink } from "./invitation-link.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveStaff } from "./remove-staff.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { staffQuery } from "./staff-query.ts";
import { StaffTable } from "./staff-table.tsx";

const FAILED = { failed: "Failed to load staff", error: "Error loading staff" };

/** Staff and open invitations. */
export default function TeamScreen() {
  const staff = useScreenQuery(staffQuery(), FAILED);
  const invite = useModalParam("invite");
  const role = useModalParam("role");
  const [removing, setRemoving] = useState<StaffItem>();
  const [writtenId, setWrittenId] = useState<string>();
  const [invitation, setInvitation] = useState<Invitation>();
  const people = staff.status === "ready" ? staff.data : undefined;
  return (
    <>
      <PageHead title="Team">
        <Button tone="primary" icon="userPlus" onClick={() => invite.open()}>
          Invite
        </Button>
      </PageHead>
      {staff.status === "error" && <ErrorState problem={staff} action={texts.tryAgain} />}
      {staff.status === "loading" && (
        <SkeletonRows rows={3} kind="lines" label="Loading staff..." />
      )}
      {people !== undefined && (
        <StaffTable
          people={people}
          writtenId={writtenId}
          onRole={({ id }) => role.open(id)}
          onRemove={setRemoving}
          onResent={setInvitation}
        />
      )}
      <InviteDialog
        open={invite.value !== undefined}
        onClose={invite.close}
        onInvited={(id, made) => {
          setWrittenId(id);
          setInvitation(made);
        }}
      />
      <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      <RoleDialog
        person={people?.find(({ id }) => id === role.value)}
        onClose={role.close}
        onChanged={setWrittenId}
      />
      <RemoveStaff person={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}
