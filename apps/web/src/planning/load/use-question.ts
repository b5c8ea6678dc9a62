import { useCallback, useState } from "react";

/** A question that is open, and how it is answered. */
export interface Asked<Question, Answer> {
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
}

/** Asks one question after another: each waits for its answer. */
export function useQuestion<Question, Answer>() {
  const [asked, setAsked] = useState<Asked<Question, Answer>>();
  const ask = useCallback(
    (question: Question): Promise<Answer> =>
      new Promise((resolve) => {
        setAsked({
          question,
          answer: (answer) => {
            setAsked(undefined);
            resolve(answer);
          },
        });
      }),
    [],
  );
  return { asked, ask };
}
