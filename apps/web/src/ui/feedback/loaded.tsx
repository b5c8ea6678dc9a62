import Paper from "@mui/material/Paper";
import type { ReactNode } from "react";
import { type Failure, LoadFailure } from "./load-failure.tsx";
import { Waiting } from "./waiting.tsx";

/** What is known of a polled query. */
export interface LoadedQuery<T> {
  /** Undefined until it is there. */
  readonly data: T | undefined;
  readonly isPending: boolean;
  /** Whether `data` is still that of the page before. */
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
  /** Why it is not there, or could not be refreshed. */
  readonly failure: Failure | null;
  readonly retryInMs: number | undefined;
  readonly refetch: () => void;
}

interface LoadedProps<T> {
  readonly query: LoadedQuery<T>;
  /** Shown beside the spinner, as in 'Loading Flights...'. */
  readonly loading: string;
  /** The heading where it failed. */
  readonly failed: string;
  readonly children: (data: T) => ReactNode;
}

/** A sheet with what is loaded; until then that it is being loaded, or why it is not. */
export function Loaded<T>({ query, ...props }: LoadedProps<T>) {
  return (
    <Paper variant="outlined" aria-busy={query.isPending || query.isPlaceholderData}>
      <Content query={query} {...props} />
    </Paper>
  );
}

function Content<T>({ query, loading, failed, children }: LoadedProps<T>) {
  const { data, failure, retryInMs, refetch } = query;
  if (data !== undefined) return children(data);
  if (failure === null) return <Waiting text={loading} fill />;
  return <LoadFailure title={failed} failure={failure} retryInMs={retryInMs} onRetry={refetch} />;
}
