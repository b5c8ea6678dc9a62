import { QueryClientProvider } from "@tanstack/react-query";
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from "@tanstack/react-router";
import type { EntrySort } from "@swath/contract/explorer";
import type { Role } from "@swath/contract/identity";
import { createRoot } from "react-dom/client";
import type { Api } from "../../../platform/api/api.ts";
import { ApiProvider } from "../../../platform/api/api-context.tsx";
import { ConfigProvider } from "../../../platform/config/config-context.tsx";
import { createQueryClient } from "../../../platform/query/query-client.ts";
import { SessionProvider } from "../../../platform/session/session-context.tsx";
import { sessionOf } from "../../../platform/session/testing/session-of.ts";
import { SAMPLE_CONFIG } from "../../../platform/config/testing/sample-config.ts";
import { Look } from "../../../ui/look/look.tsx";
import { SnackbarProvider } from "../../../ui/snackbar/snackbar-provider.tsx";
import { ExplorerPage } from "../explorer-page.tsx";

interface Search {
  bucket?: string;
  prefix?: string;
  search?: string;
  page?: number;
  sort?: EntrySort;
}

/** Draws the explorer at an address as a signed-in user sees it; `leave` takes it away. */
export async function renderExplorer(api: Api, address: string, roles: readonly Role[] = []) {
  const session = await sessionOf(["base", ...roles]);
  const queries = createQueryClient();
  const host = document.createElement("main");
  // As wide as the shell keeps it.
  host.style.minWidth = "1425px";
  document.body.append(host);
  const root = createRoot(host);
  const rootRoute = createRootRoute();
  const explorer = createRoute({
    getParentRoute: () => rootRoute,
    path: "/explorer",
    validateSearch: (search): Search => search,
    component: function Explorer() {
      const { bucket, prefix = "", search = "", page = 1, sort = "name" } = explorer.useSearch();
      const navigate = explorer.useNavigate();
      return (
        <ExplorerPage
          place={bucket === undefined ? undefined : { bucket, prefix }}
          search={search}
          part={{ page, sort }}
          onPart={(part) => void navigate({ search: { bucket, prefix, ...part } as Search })}
          onGo={(place, text = "") =>
            void navigate({ search: { ...place, ...(text === "" ? {} : { search: text }) } })
          }
        />
      );
    },
  });
  const elsewhere = createRoute({
    getParentRoute: () => rootRoute,
    path: "/elsewhere",
    component: () => <p>Elsewhere</p>,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: rootRoute.addChildren([explorer, elsewhere]), history });
  root.render(
    <Look>
      <ConfigProvider value={SAMPLE_CONFIG}>
        <SessionProvider value={session}>
          <ApiProvider value={api}>
            <QueryClientProvider client={queries}>
              <SnackbarProvider>
                <RouterProvider router={router as never} />
              </SnackbarProvider>
            </QueryClientProvider>
          </ApiProvider>
        </SessionProvider>
      </ConfigProvider>
    </Look>,
  );
  return {
    history,
    /** Where one is: bucket and prefix of the address. */
    place: (): string => {
      const { bucket, prefix = "" } = router.state.location.search;
      return bucket === undefined ? "" : `${bucket}/${prefix}`;
    },
    go: (to: string) => history.push(to),
    leave: () => {
      root.unmount();
      queries.clear();
      host.remove();
    },
  };
}
