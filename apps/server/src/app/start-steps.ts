/** Says what a start is about, once it takes so long that somebody wonders. */
export interface StartSteps {
  /** The next step begins, as `the database`. */
  readonly begin: (step: string) => void;
  readonly end: () => void;
}

const SILENT_MS = 2_000;

/** Says nothing of a start that is over within two seconds; then each step as it begins. */
export function startSteps(
  say: (line: string) => void,
  later: (run: () => void, ms: number) => () => void,
): StartSteps {
  let current = "";
  let isSaid = false;
  const line = (): void => say(`Starting ${current} …`);
  const cancel = later(() => {
    isSaid = true;
    say("Starting; the first time takes up to a minute, later ones a few seconds.");
    if (current !== "") line();
  }, SILENT_MS);
  return {
    begin: (step) => {
      current = step;
      if (isSaid) line();
    },
    end: cancel,
  };
}
