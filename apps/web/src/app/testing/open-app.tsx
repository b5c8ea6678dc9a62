import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import type { WebConfig } from "@swath/contract/settings";
import { createRoot } from "react-dom/client";
import type { Api } from "../../platform/api/api.ts";
import type { Session } from "../../platform/session/session.ts";
import { App } from "../app.tsx";
import { createAppRouter } from "../routes/router.tsx";

const config: WebConfig = {
  productName: "Swath",
  environment: "",
  release: "3.3.3",
  build: null,
  signInProvider: "Microsoft",
  services: { main: "", processing: "", "terrain-mapper": "", orchestration: "" },
};

/** Draws the whole application at an address; `leave` takes it away. */
export function openApp(address: string, session: Session, api: Api) {
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  root.render(<App services={{ config, session, api, queries }} router={router} />);
  return {
    router,
    leave: () => {
      root.unmount();
      queries.clear();
      host.remove();
    },
  };
}
