import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import type { Api } from "../../platform/api/api.ts";
import type { Session } from "../../platform/session/session.ts";
import { Reauthentication } from "../../platform/session/reauthentication.ts";
import { SAMPLE_CONFIG } from "../../platform/config/testing/sample-config.ts";
import { App } from "../app.tsx";
import { createAppRouter } from "../routes/router.tsx";

/** Draws the whole application at an address; `leave` takes it away. */
export function openApp(
  address: string,
  session: Session,
  api: Api,
  reauthentication = new Reauthentication(),
  config = SAMPLE_CONFIG,
) {
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  root.render(
    <App services={{ config, session, api, queries, reauthentication }} router={router} />,
  );
  return {
    router,
    leave: () => {
      root.unmount();
      queries.clear();
      host.remove();
    },
  };
}
