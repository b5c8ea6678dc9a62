import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import type { ReactNode } from "react";
import { formatDuration, utcTimeOfDay } from "../text/format.ts";
import { type Failure, LoadFailure } from "./notice.tsx";
import { Waiting, type WaitingShape } from "./waiting.tsx";

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

interface FreshnessProps {
  readonly query: LoadedQuery<unknown>;
  /** Shown while another page is being loaded. */
  readonly loading: string;
}

/** Whether what is shown is being loaded, is current, or could not be refreshed. */
export function Freshness({ query, loading }: FreshnessProps) {
  const { data, isPlaceholderData, failure, retryInMs, dataUpdatedAt } = query;
  if (data === undefined) return null;
  if (isPlaceholderData)
    return (
      <div data-freshness>
        <Waiting text={loading} shape="inline" />
      </div>
    );
  if (failure !== null)
    return (
      <Box
        component="output"
        data-freshness
        sx={{ color: "warning.main", fontWeight: 600, whiteSpace: "normal" }}
      >
        Could not be refreshed since {utcTimeOfDay(dataUpdatedAt)}:{" "}
        {failure.message.replace(/\.?$/, ".")}{" "}
        {retryInMs === undefined
          ? "Trying again."
          : `Trying again in ${formatDuration(retryInMs)}.`}
      </Box>
    );
  return (
    <Box data-freshness sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
      Updated {utcTimeOfDay(dataUpdatedAt)}
    </Box>
  );
}

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
  /** As in 'Loading Flights...'. */
  readonly loading: string;
  /** What the content will look like; rows unless given. */
  readonly shape?: WaitingShape;
  /** The heading where it failed. */
  readonly failed: string;
  readonly children: (data: T) => ReactNode;
}

/** A sheet with what is loaded; until then that it is being loaded, or why it is not. */
export function Loaded<T>(props: LoadedProps<T>) {
  const { isPending, isPlaceholderData } = props.query;
  return (
    <Paper variant="outlined" aria-busy={isPending || isPlaceholderData}>
      <LoadedPart {...props} />
    </Paper>
  );
}

/** A query that is polled has a failure, one that is fetched once an error. */
interface PartQuery<T> {
  readonly data: T | undefined;
  readonly failure?: Failure | null;
  readonly error?: Failure | null;
  readonly retryInMs?: number | undefined;
  readonly refetch: () => unknown;
}

interface LoadedPartProps<T> extends Omit<LoadedProps<T>, "query"> {
  readonly query: PartQuery<T>;
  /** Some lines in place of a page's content. */
  readonly small?: boolean;
  readonly level?: 1 | 2;
}

/** The same without a sheet, within a page or a dialog. */
export function LoadedPart<T>(props: LoadedPartProps<T>) {
  const { query, loading, failed, shape, small = false, level = 2, children } = props;
  const { data, failure = query.error ?? null, retryInMs, refetch } = query;
  if (data !== undefined) return children(data);
  if (failure === null) return <Waiting text={loading} fill={!small} shape={shape} />;
  return (
    <LoadFailure
      level={level}
      title={failed}
      failure={failure}
      retryInMs={retryInMs}
      onRetry={() => void refetch()}
    />
  );
}
