import type { Attempt } from "@swath/contract/processing";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { outcomeOf } from "./attempt-labels.ts";

interface AttemptChoiceProps {
  readonly attempts: readonly Attempt[];
  readonly of: Attempt;
  readonly onChoice: (attempt: number) => void;
}

/** Which of several attempts is shown. */
export function AttemptChoice({ attempts, of, onChoice }: AttemptChoiceProps) {
  return (
    <SelectField
      label="Attempt"
      minWidth={180}
      value={String(of.attempt)}
      options={attempts.map((each) => [
        String(each.attempt),
        `${each.attempt}: ${outcomeOf(each)}`,
      ])}
      onChange={(attempt) => onChoice(Number(attempt))}
    />
  );
}
