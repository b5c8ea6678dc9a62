import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from "@tanstack/react-router";
import type { Role } from "@swath/contract/identity";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { type Api, ApiProvider } from "../../platform/api/api.ts";
import { ConfigProvider } from "../../platform/config/config.ts";
import { type Session, SessionProvider } from "../../platform/session/session.ts";
import { Theme } from "../../ui/theme/theme-provider.tsx";
import { SnackbarProvider } from "../../ui/feedback/snackbar.tsx";
import { sessionOf } from "../../platform/session/testing/session-of.ts";
import { SAMPLE_CONFIG } from "../../platform/config/testing/sample-config.ts";

interface FrameProps {
  readonly session: Session;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly children: ReactNode;
}

/** What the application gives to its pages. */
export const Frame = ({ session, api, queries, children }: FrameProps) => (
  <ConfigProvider value={SAMPLE_CONFIG}>
    <SessionProvider value={session}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queries}>
          <SnackbarProvider>{children}</SnackbarProvider>
        </QueryClientProvider>
      </ApiProvider>
    </SessionProvider>
  </ConfigProvider>
);

/** Draws a page as a signed-in user sees it; `draw` draws it anew, `leave` takes it away. */
export async function renderPage(api: Api, roles: readonly Role[] = []) {
  const session = await sessionOf(["base", ...roles]);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const host = document.createElement("main");
  host.id = "content";
  document.body.append(host);
  const root = createRoot(host);
  let page: ReactNode = null;
  let redraw: (() => void) | undefined;
  const rootRoute = createRootRoute({
    component: function Page() {
      return useSyncExternalStore(
        (listener) => {
          redraw = listener;
          return () => undefined;
        },
        () => page,
      );
    },
  });
  const post = createRoute({ getParentRoute: () => rootRoute, path: "/post" });
  const router = createRouter({
    routeTree: rootRoute.addChildren([post]),
    history: createMemoryHistory({ initialEntries: ["/post"] }),
  });
  root.render(
    <Theme>
      <Frame session={session} api={api} queries={queries}>
        <RouterProvider router={router as never} />
      </Frame>
    </Theme>,
  );
  const draw = (next: ReactNode): void => {
    page = next;
    redraw?.();
  };
  const leave = (): void => {
    root.unmount();
    queries.clear();
    host.remove();
  };
  return { draw, leave, queries };
}
