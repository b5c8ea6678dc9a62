import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import type { LinesAddress } from "./address/lines-address.ts";
import { type OpenLines, LinesProvider } from "./address/lines-context.ts";
import { LinesDialog } from "./lines-dialog.tsx";

interface ShowingLinesProps {
  /** What the page's address has open. */
  readonly address: LinesAddress | undefined;
  /** Leads to another address; `replace`: in place of the one that is shown. */
  readonly onAddress: (address: LinesAddress | undefined, replace: boolean) => void;
  /** The list. */
  readonly children: ReactNode;
}

/** A list whose flight lines are shown above it; the way back of the browser closes them. */
export function ShowingLines({ address, onAddress, children }: ShowingLinesProps) {
  const { history } = useRouter();
  const latest = useRef(onAddress);
  const isOpenedHere = useRef(false);
  useEffect(() => {
    latest.current = onAddress;
    if (address === undefined) isOpenedHere.current = false;
  });
  const open = useCallback<OpenLines>((processingId) => {
    isOpenedHere.current = true;
    latest.current({ processingId, reflight: false }, false);
  }, []);
  const close = (): void => {
    if (isOpenedHere.current) history.back();
    else onAddress(undefined, true);
  };
  return (
    <LinesProvider value={open}>
      {children}
      {address === undefined ? null : (
        <LinesDialog
          address={address}
          onAddress={(next) => onAddress(next, true)}
          onClose={close}
        />
      )}
    </LinesProvider>
  );
}
