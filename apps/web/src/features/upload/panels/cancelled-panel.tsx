import { CANCEL_REDIRECT_MS } from "@swath/contract/limits";
import { useEffect, useEffectEvent } from "react";
import { cancelledText } from "../texts.ts";
import { Notice } from "./notice.tsx";

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
