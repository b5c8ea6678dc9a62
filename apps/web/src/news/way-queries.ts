import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import { useState } from "react";
import type { Api } from "../platform/api/api.ts";
import { useApi } from "../platform/api/api-context.tsx";
import { queryKeys } from "../platform/query/query-keys.ts";
import { useIdentity } from "../platform/session/session-context.tsx";
import type { BrowserPush } from "./push/browser-push.ts";
import { savedChoice } from "./push/saved-choice.ts";

/** The ways of this server, and what the user chose of them. */
export function newsSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.newsSettings,
    queryFn: ({ signal }) => api.call(endpoints.readNewsSettings, { signal }),
  });
}

export function useMailChoice() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => api.call(endpoints.setNewsMail, { body: { isOn } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.newsSettings }),
  });
}

async function turnOn(api: Api, browser: BrowserPush, publicKey: string): Promise<void> {
  const body = await browser.subscribe(publicKey);
  if (body === undefined) throw new Error("The browser was not allowed to show notifications.");
  await api.call(endpoints.subscribePush, { body });
}

async function turnOff(api: Api, browser: BrowserPush): Promise<void> {
  const endpoint = await browser.unsubscribe();
  if (endpoint !== undefined) await api.call(endpoints.unsubscribePush, { body: { endpoint } });
}

/** Whether news is pushed to this browser, and the change of it. */
export function usePushChoice(browser: BrowserPush, publicKey: string) {
  const api = useApi();
  const { subject } = useIdentity();
  const [isOn, setOn] = useState(() => savedChoice.isOf(subject));
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(api, browser, publicKey) : turnOff(api, browser)),
    onSuccess: (_, on) => {
      if (on) savedChoice.keep(subject);
      else savedChoice.forget();
      setOn(on);
    },
  });
  return { isOn: isPending ? variables : isOn, problem: error?.message, change: mutate };
}
