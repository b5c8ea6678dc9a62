import { useEffect, useEffectEvent, useState } from "react";
import { VisuallyHidden } from "../text/visually-hidden.ts";
import { type Spoken, spokenIn } from "./spoken.ts";

interface SpokenProgressProps {
  /** 0 to 100. */
  readonly percent: number;
  /** How far it is, in words that stand alone: `FL000101 Galaxy: 42 %`. */
  readonly text: string;
}

/** Says now and then how far something is, to who cannot see its bar (web-ui/L1 to L4). */
export function SpokenProgress({ percent, text }: SpokenProgressProps) {
  const whole = Math.floor(percent);
  const [said, setSaid] = useState("");
  const [last, setLast] = useState((): Spoken => ({ percent: whole, at: performance.now() }));
  const say = useEffectEvent((): void => {
    setSaid(text);
    setLast({ percent: whole, at: performance.now() });
  });
  useEffect(() => {
    const wait = spokenIn(last, { percent: whole, at: performance.now() });
    if (wait === undefined) return undefined;
    const timer = setTimeout(say, wait);
    return () => clearTimeout(timer);
  }, [whole, last]);
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>;
}
