import type * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { pageOf } from "#kernel/contract/api/platform/lists.ts";

import { request } from "./http-client.ts";

export type Page<Item> = Readonly<{ items: readonly Item[]; total: number }>;

type PageOptions<Item> = Readonly<{
  path: string;
  item: z.ZodMiniType<Item>;
  /** Counts from 1. */
  page: number;
  status?: string | undefined;
  signal: AbortSignal;
}>;

export const PLATFORM_PAGE = 20;

/** Fetches one page of a platform list, newest first. */
export async function askPage<Item>({
  path,
  item,
  page,
  status,
  signal,
}: PageOptions<Item>): Promise<Page<Item>> {
  const query = new URLSearchParams({ page: String(page), limit: String(PLATFORM_PAGE) });
  if (status !== undefined) query.set("status", status);
  const { data } = await request(`${path}?${query}`, success(pageOf(item)), { signal });
  return { items: data.items, total: data.pagination.total };
}
