import type { ReactNode } from "react";
import { type Failure, LoadFailure } from "./load-failure.tsx";
import { Waiting } from "./waiting.tsx";

interface LoadedProps<T> {
  /** Undefined until it is there. */
  readonly data: T | undefined;
  /** Why it is not there. */
  readonly failure: Failure | null;
  /** Shown beside the spinner, as in 'Loading Flights...'. */
  readonly loading: string;
  /** The heading where it failed. */
  readonly failed: string;
  readonly retryInMs?: number | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly children: (data: T) => ReactNode;
}

/** What is loaded; until then that it is being loaded, or why it is not. */
export function Loaded<T>({ data, failure, loading, failed, children, ...retry }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (failure === null) return <Waiting text={loading} fill />;
  return <LoadFailure title={failed} failure={failure} {...retry} />;
}
