import Alert from "@mui/material/Alert";

/** Says, above a page with unfinished work, why nothing goes on. */
export function UnreachableNotice() {
  return (
    <Alert severity="warning" square role="alert">
      The server cannot be reached, so your sign-in could not be renewed. What is unfinished on this
      page waits, an upload goes on by itself; keep this page open.
    </Alert>
  );
}
