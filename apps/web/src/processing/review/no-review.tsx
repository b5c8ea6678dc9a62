import LockOutlined from "@mui/icons-material/LockOutlined";
import SearchOff from "@mui/icons-material/SearchOff";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { ApiError } from "../../platform/api/api-error.ts";
import { LoadFailure, Notice, Waiting } from "../../ui/feedback/notice.tsx";
import type { LoadedQuery } from "../../ui/feedback/loaded.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { CloseReview } from "./review-head.tsx";

interface FrameProps {
  readonly titleId: string;
  readonly onClose: () => void;
}

/** The dialog's frame without a review. */
function Bare({ titleId, onClose, children }: FrameProps & { readonly children: ReactNode }) {
  return (
    <Box sx={{ p: 2 }}>
      <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
        <VisuallyHidden id={titleId}>Review</VisuallyHidden>
        <CloseReview onClose={onClose} />
      </Box>
      {children}
    </Box>
  );
}

export function NotAllowed(props: FrameProps) {
  return (
    <Bare {...props}>
      <Notice Icon={LockOutlined} title="Reviews are not open to guests">
        Guests see the status of each job. Somebody of the processing team can show you its results.
      </Notice>
    </Bare>
  );
}

export function NotFound({ what, ...props }: FrameProps & { readonly what: string }) {
  return (
    <Bare {...props}>
      <Notice Icon={SearchOff} title={`There is no such ${what}`}>
        It was removed, the link is not whole, or it is on a dashboard that you do not have.
      </Notice>
    </Bare>
  );
}

/** The frame while the record is loading, or could not be loaded. */
export function NotYet({ query, ...props }: FrameProps & { readonly query: LoadedQuery<unknown> }) {
  const { failure, retryInMs, refetch } = query;
  if (failure instanceof ApiError && failure.status === 404)
    return <NotFound what="processing" {...props} />;
  return (
    <Bare {...props}>
      {failure === null ? (
        <Waiting text="Loading the record..." fill />
      ) : (
        <LoadFailure
          title="The record could not be loaded"
          failure={failure}
          retryInMs={retryInMs}
          onRetry={refetch}
        />
      )}
    </Bare>
  );
}
