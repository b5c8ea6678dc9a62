import Box from "@mui/material/Box";
import { useEffect, useEffectEvent } from "react";
import { unfinishedWork } from "../../platform/session/unfinished-work.ts";
import { type Step, Steps } from "../../ui/page/steps.tsx";

const TAKES_KEYS =
  /* code */ "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=slider]";

/** Whether a bracket typed there is meant for the page; on some keyboards AltGr writes it. */
function isForPage(event: KeyboardEvent): boolean {
  const { target, altKey, ctrlKey, metaKey, repeat, defaultPrevented } = event;
  const isCommand = (altKey || ctrlKey || metaKey) && !event.getModifierState("AltGraph");
  if (repeat || defaultPrevented || isCommand || !(target instanceof Element)) return false;
  return target.closest(TAKES_KEYS) === null && document.querySelector("[role=dialog]") === null;
}

interface WalkStepsProps {
  readonly previous: Step | undefined;
  readonly next: Step | undefined;
}

/**
 * The way to what is before and after in the list behind a page, by buttons and by `[` and `]`. Where
 * work on the page is unfinished the keys do nothing: a slip would take it away.
 */
export function WalkSteps({ previous, next }: WalkStepsProps) {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const step = event.key === "[" ? previous : event.key === "]" ? next : undefined;
    if (step === undefined || unfinishedWork.exists || !isForPage(event)) return;
    event.preventDefault();
    step.go();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <Box component="nav" aria-label="Before and after" sx={{ ml: "auto", alignSelf: "center" }}>
      <Steps previous={previous} next={next} keys={["[", "]"]} />
    </Box>
  );
}
