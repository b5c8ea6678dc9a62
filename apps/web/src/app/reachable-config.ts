import type { WebConfig } from "@swath/contract/settings";
import { loadConfig } from "../platform/config/config.ts";

const TIMEOUT_MS = 20_000;
const RETRY_MS = 5_000;
/** How long an answer is waited for before the page says that there is none. */
const UNREACHABLE_AFTER_MS = 5_000;

/** The configuration, tried until it is there; called when the server does not give it in time. */
export async function loadConfigWhenReachable(onUnreachable: () => void): Promise<WebConfig> {
  const timer = setTimeout(onUnreachable, UNREACHABLE_AFTER_MS);
  for (;;) {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const config = await loadConfig((input, init) => fetch(input, { ...init, signal }));
      clearTimeout(timer);
      return config;
    } catch {
      onUnreachable();
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
        window.addEventListener("online", resolve, { once: true });
      });
    }
  }
}
