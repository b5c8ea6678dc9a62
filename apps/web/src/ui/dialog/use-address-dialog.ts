import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";

/**
 * Opens and closes a dialog that the page's address names. The browser's way back closes a dialog that was
 * opened on this page; one that a link opened is taken out of the address.
 */
export function useAddressDialog<Address>(
  address: Address | undefined,
  onAddress: (address: Address | undefined, replace: boolean) => void,
) {
  const { history } = useRouter();
  const latest = useRef(onAddress);
  const isOpenedHere = useRef(false);
  useEffect(() => {
    latest.current = onAddress;
    if (address === undefined) isOpenedHere.current = false;
  });
  const open = useCallback((to: Address): void => {
    isOpenedHere.current = true;
    latest.current(to, false);
  }, []);
  const close = (): void => {
    if (isOpenedHere.current) history.back();
    else onAddress(undefined, true);
  };
  return { open, close };
}
