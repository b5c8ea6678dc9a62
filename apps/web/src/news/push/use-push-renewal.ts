import { useEffect, useEffectEvent } from "react";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { savedChoice } from "./saved-choice.ts";

async function subscribeAnew(api: Api): Promise<void> {
  const { push } = await api.call(endpoints.readNewsSettings);
  const { browserPush } = await import("./browser-push.ts");
  if (push === null || browserPush.state() !== "possible") return;
  if (Notification.permission !== "granted") return;
  const body = await browserPush.subscribe(push.publicKey);
  if (body !== undefined) await api.call(endpoints.subscribePush, { body });
}

/**
 * A subscription ends with its session, and its worker is replaced by that of a new release: who chose
 * push in this browser is subscribed anew, once in each page.
 */
export function usePushRenewal(): void {
  const api = useApi();
  const { subject } = useIdentity();
  const begin = useEffectEvent((person: string) => {
    // The page's news does not depend on it; the next page tries again.
    if (savedChoice.isOf(person)) subscribeAnew(api).catch(() => undefined);
  });
  useEffect(() => begin(subject), [subject]);
}
