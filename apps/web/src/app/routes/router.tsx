import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type RouterHistory, createRouter } from "@tanstack/react-router";
import { keepLastList } from "../../data/walk/last-list.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { routeTree } from "./routes.tsx";

/** In place of a page that failed to load or to draw. */
function ErrorPage({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <Notice level={1} Icon={ErrorOutlined} title="This page could not be shown">
        <Typography sx={{ mb: 2 }}>
          Reload it to try again. If it keeps happening, tell the Administrator what you were doing.
        </Typography>
        <Typography component="code" sx={{ display: "block", mb: 2, fontFamily: "monospace" }}>
          {error instanceof Error ? error.message : String(error)}
          {requestId === undefined ? "" : ` (request ${requestId})`}
        </Typography>
        <Button variant="contained" onClick={() => location.reload()}>
          Reload
        </Button>
      </Notice>
    </div>
  );
}

/** The application's router, over the browser's history unless given another. */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    ...(history === undefined ? {} : { history }),
  });
  keepLastList((tell) =>
    router.subscribe("onResolved", ({ toLocation: { pathname, search } }) =>
      tell({ path: pathname, search }),
    ),
  );
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
