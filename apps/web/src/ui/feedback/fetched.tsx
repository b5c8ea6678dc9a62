import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { Waiting } from "./waiting.tsx";

interface FetchedProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly loading: string;
  /** What could not be looked up. */
  readonly failed: string;
  readonly severity?: "error" | "warning";
  readonly children: (data: T) => ReactNode;
}

/** A part of a page or a dialog that is fetched once: until then that it is, or why it is not. */
export function Fetched<T>(props: FetchedProps<T>) {
  const { query, loading, failed, severity = "error", children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Waiting text={loading} />;
  return (
    <Alert
      severity={severity}
      action={
        <Button color="inherit" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {failed}: {error.message}
    </Alert>
  );
}
