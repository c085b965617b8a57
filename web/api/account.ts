import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import {
  AccessLogEntry,
  AccountView,
  SessionItem,
  AccountDeletion,
} from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

const Account = success(AccountView);
const Sessions = success(z.array(SessionItem));
const Deletion = success(AccountDeletion);
const AccessLog = success(z.array(AccessLogEntry));

export const accountQuery = () =>
  queryOptions({
    queryKey: keys.account.own,
    queryFn: async ({ signal }) => (await request("/api/v1/account", Account, { signal })).data,
  });

/** Never cached: sessions change on other devices. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.account.sessions,
    queryFn: async ({ signal }) => (await request("/api/v1/sessions", Sessions, { signal })).data,
    staleTime: 0,
  });

export const deletionQuery = () =>
  queryOptions({
    queryKey: keys.account.deletion,
    queryFn: async ({ signal }) =>
      (await request("/api/v1/account-deletion", Deletion, { signal })).data,
  });

export const ACCESS_LINES_SHOWN = 10;

export const accessLogQuery = () =>
  queryOptions({
    queryKey: keys.account.accessLog,
    queryFn: async ({ signal }) => {
      const path = `/api/v1/access-log?${new URLSearchParams({ limit: String(ACCESS_LINES_SHOWN) })}`;
      return (await request(path, AccessLog, { signal })).data;
    },
    staleTime: 0,
  });
