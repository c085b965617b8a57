import * as z from "zod/mini";

import { StoryKind } from "#kernel/contract/api/audit.ts";

const Asked = z.object({
  kind: StoryKind,
  id: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type StoryOf = z.infer<typeof Asked>;

/** Whose story an address asks for: `sale:018f…`. */
export function storyOf(param: string | null): StoryOf | undefined {
  const [kind, id] = param?.split(":") ?? [];
  return Asked.safeParse({ kind, id }).data;
}
