import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ApiError } from "../../platform/api/api-error.ts";
import { Notice } from "../../ui/feedback/notice.tsx";

/** In place of a page that failed to load or to draw. */
export function ErrorPage({ error }: { error: unknown }) {
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
