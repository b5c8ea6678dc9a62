import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from "@tanstack/react-router";
import type { EntrySort, ExplorerEntry, ObjectList } from "@swath/contract/explorer";
import type { Role } from "@swath/contract/identity";
import { createRoot } from "react-dom/client";
import { Frame } from "../../data/testing/render-page.tsx";
import type { Api } from "../../platform/api/api.ts";
import { createQueryClient } from "../../platform/query/polling.ts";
import { sessionOf } from "../../platform/session/testing/session-of.ts";
import { Theme } from "../../ui/theme/theme-provider.tsx";
import { ExplorerPage } from "../explorer-page.tsx";

interface Search {
  bucket?: string;
  prefix?: string;
  search?: string;
  page?: number;
  sort?: EntrySort;
  file?: string;
}

export const TIME = "2026-11-21T09:54:32.000Z";

/** A folder that holds these entries alone, unless told otherwise. */
export const list = (entries: ExplorerEntry[], more: Partial<ObjectList> = {}): ObjectList => ({
  objectList: entries,
  nextContinuationToken: null,
  isTruncated: false,
  totalKeyCount: entries.length,
  maxKeys: 300,
  inventoryTime: TIME,
  sortedOver: "folder",
  fromInventory: false,
  ...more,
});
/** Draws the explorer at an address as a signed-in user sees it; `leave` takes it away. */
export async function renderExplorer(api: Api, address: string, roles: readonly Role[] = []) {
  const session = await sessionOf(["base", ...roles]);
  const queries = createQueryClient();
  const host = document.createElement("main");
  host.id = "content";
  document.body.append(host);
  const root = createRoot(host);
  const rootRoute = createRootRoute();
  const explorer = createRoute({
    getParentRoute: () => rootRoute,
    path: "/explorer",
    validateSearch: (search): Search => search,
    component: function Explorer() {
      const {
        bucket,
        prefix = "",
        search = "",
        page = 1,
        sort = "name",
        file,
      } = explorer.useSearch();
      const navigate = explorer.useNavigate();
      return (
        <ExplorerPage
          place={bucket === undefined ? undefined : { bucket, prefix }}
          search={search}
          part={{ page, sort }}
          onPart={(part) => void navigate({ search: { bucket, prefix, ...part } as Search })}
          preview={file}
          onPreview={(key) =>
            void navigate({ search: (before) => ({ ...before, file: key }) as Search })
          }
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
    <Theme>
      <Frame session={session} api={api} queries={queries}>
        <RouterProvider router={router as never} />
      </Frame>
    </Theme>,
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
