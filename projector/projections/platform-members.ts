import { defineProjection } from "./projection.ts";
import { thingsTable } from "./table.ts";

const member = thingsTable("rm_platform_members", { user_id: "uuid" }, { active: "boolean" });

/** Who works in which shop: the platform counts them. */
export const platformMembers = defineProjection("platform_members", member.table, {
  StaffJoined: ({ data }) => [member.put({ user_id: data.userId }, { active: true })],
  StaffRemoved: ({ data }) => [member.patch({ user_id: data.userId }, { active: false })],
});
