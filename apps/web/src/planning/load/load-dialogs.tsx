import type { Asked } from "./use-question.ts";
import type { LoadAnswer, LoadQuestion } from "./use-loading.ts";
import { AddReplaceDialog } from "./add-replace-dialog.tsx";
import { CrsDialog } from "./crs-dialog.tsx";

/** What is asked while files are loaded. */
export function LoadDialogs({
  asked,
}: {
  readonly asked: Asked<LoadQuestion, LoadAnswer> | undefined;
}) {
  if (asked === undefined) return null;
  const { question, answer } = asked;
  if (question.kind === "crs")
    return (
      <CrsDialog
        key={question.file}
        file={question.file}
        because={question.because}
        candidates={question.candidates}
        onChosen={answer}
        onCancel={() => answer(undefined)}
      />
    );
  return (
    <AddReplaceDialog
      files={question.files}
      onAdd={() => answer("add")}
      onReplace={() => answer("replace")}
      onCancel={() => answer(undefined)}
    />
  );
}
