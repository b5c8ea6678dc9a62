import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useIdentity } from "../../platform/session/session-context.tsx";
import type { ReviewAddress } from "./address/review-address.ts";
import { type OpenReview, ReviewProvider } from "./address/review-context.ts";
import type { QueueList } from "./queue/queue-list.ts";
import { ReviewDialog } from "./review-dialog.tsx";

interface ReviewingProps {
  readonly list: QueueList;
  /** What the page's address has reviewed. */
  readonly address: ReviewAddress | undefined;
  /** Leads to another address; `replace`: in place of the one that is shown. */
  readonly onAddress: (address: ReviewAddress | undefined, replace: boolean) => void;
  /** The list. */
  readonly children: ReactNode;
}

/** A list whose jobs can be reviewed above it; the way back of the browser closes a review. */
export function Reviewing({ list, address, onAddress, children }: ReviewingProps) {
  const { history } = useRouter();
  const guest = useIdentity().roles.includes("guest");
  const latest = useRef(onAddress);
  const isOpenedHere = useRef(false);
  useEffect(() => {
    latest.current = onAddress;
    if (address === undefined) isOpenedHere.current = false;
  });
  const open = useCallback<OpenReview>((row, job, panel) => {
    isOpenedHere.current = true;
    latest.current({ processingId: row.id, job: job.name, panel }, false);
  }, []);
  const close = (): void => {
    if (isOpenedHere.current) history.back();
    else onAddress(undefined, true);
  };
  return (
    <ReviewProvider value={guest ? undefined : open}>
      {children}
      {address === undefined ? null : (
        <ReviewDialog
          list={list}
          address={address}
          onAddress={(next) => onAddress(next, true)}
          onClose={close}
        />
      )}
    </ReviewProvider>
  );
}
