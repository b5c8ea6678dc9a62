import { useEffect, useEffectEvent } from "react";
import { cancelledText } from "../texts.ts";
import { Notice } from "./notice.tsx";

/** How long the words stand before the way leads back (document 2, section 9). */
const CANCEL_REDIRECT_MS = 5_000;

interface Props {
  readonly flightId: string;
  /** Called once, after 5000 ms. */
  readonly onElapsed: () => void;
}

/** Says that the upload was cancelled, before the dashboard comes. */
export function CancelledPanel({ flightId, onElapsed }: Props) {
  const elapsed = useEffectEvent(onElapsed);
  useEffect(() => {
    const timer = setTimeout(elapsed, CANCEL_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output>
      <Notice severity="success">{cancelledText(flightId)}</Notice>
    </output>
  );
}
