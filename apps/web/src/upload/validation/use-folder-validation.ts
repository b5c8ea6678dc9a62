import { companions, type IsCompanion } from "@swath/survey";
import { useCallback, useEffect, useRef, useState } from "react";
import { measureFiles, throttled } from "../folder/page-pauses.ts";
import { type PickedFile, type ReadFolder, ReadingNotes } from "../folder/read-folder.ts";
import { FolderValidator, type ValidatedFolder } from "./folder-validator.ts";
import type { NamesResult, ValidationRequest } from "./validation-calls.ts";

/** How far the validation of a folder has come. */
export type ValidationPhase =
  | { readonly name: "idle" }
  | { readonly name: "reading"; readonly files: number }
  /** The names are validated, the sizes are being read. */
  | ({ readonly name: "measuring"; readonly done: number; readonly total: number } & NamesResult)
  | { readonly name: "contents"; readonly done: number; readonly total: number };

const EMPTY = "The folder holds no files.";
const UNREADABLE = "The folder could not be read. Please check the drive and select it again.";

interface Run {
  readonly validator: FolderValidator;
  readonly signal: AbortSignal;
  readonly report: (phase: ValidationPhase) => void;
}

/** One folder, from its picked files to its report; why there is none, where there is none. */
async function validated(
  how: ReadFolder,
  request: ValidationRequest,
  run: Run,
): Promise<ValidatedFolder | string> {
  const { validator, report } = run;
  const reading = await addFiles(how, companions(request.companions), run);
  if (reading === undefined) return UNREADABLE;
  // Of a folder of which nothing could be read the report tells why.
  if (validator.files.length === 0 && reading.leftOut.length === 0) return EMPTY;
  const names = await validator.validateNames(request);
  await addSizes(names, run);
  report({ name: "contents", done: 0, total: 0 });
  return validator.validate({ ...request, reading }, ({ done, total }) =>
    report({ name: "contents", done, total }),
  );
}

/** How the folder was read; undefined where it could not be. */
async function addFiles(how: ReadFolder, isCompanion: IsCompanion, run: Run) {
  const { validator, signal, report } = run;
  const notes = new ReadingNotes();
  const onFiles = throttled((files: number) => report({ name: "reading", files }));
  const take = (slice: readonly PickedFile[]): void => {
    validator.add(slice);
    onFiles(validator.files.length);
  };
  try {
    await how({ take, notes, isCompanion, signal });
    return notes.reading;
  } catch {
    return undefined;
  }
}

async function addSizes(names: NamesResult, { validator, signal, report }: Run): Promise<void> {
  const { files } = validator;
  let done = 0;
  const onSizes = throttled(() =>
    report({ name: "measuring", done, total: files.length, ...names }),
  );
  const take = (sizes: readonly number[]): void => {
    validator.addSizes(sizes);
    done += sizes.length;
    onSizes();
  };
  await measureFiles(files, { take, signal });
}

interface Options {
  /** What the folder is validated against. */
  readonly request: () => ValidationRequest;
  /** Receives a validated folder; returns why it is refused, or undefined. */
  readonly onValidated: (folder: ValidatedFolder) => string | undefined;
}

const IDLE: ValidationPhase = { name: "idle" };
const BROKEN = "The folder could not be validated. Please select it again.";

/** Reads and validates folders, one at a time; another one aborts the one before. */
export function useFolderValidation({ request, onValidated }: Options) {
  const [phase, setPhase] = useState<ValidationPhase>(IDLE);
  /** Why the last folder was refused. */
  const [fault, setFault] = useState<string>();
  const abort = useRef<() => void>(undefined);
  /** Aborts whatever is under way, and lets go of the folder. */
  const drop = useCallback(() => {
    abort.current?.();
    abort.current = undefined;
    setPhase(IDLE);
  }, []);
  useEffect(() => () => abort.current?.(), []);
  const takeLoaded = useLoadedValidator();

  const read = (how: ReadFolder): void => {
    drop();
    const controller = new AbortController();
    const { signal } = controller;
    const validator = takeLoaded();
    abort.current = () => {
      controller.abort();
      validator.close();
    };
    setFault(undefined);
    const report = (next: ValidationPhase): void => {
      if (!signal.aborted) setPhase(next);
    };
    const refuse = (reason: string): void => {
      drop();
      setFault(reason);
    };
    const settle = async (): Promise<void> => {
      const result = await validated(how, request(), { validator, signal, report });
      if (signal.aborted) return;
      setPhase(IDLE);
      const refusal = typeof result === "string" ? result : onValidated(result);
      if (refusal !== undefined) refuse(refusal);
    };
    settle().catch(() => {
      if (!signal.aborted) refuse(BROKEN);
    });
  };
  return { phase, fault, read, drop };
}

/** Loads a validator before a folder is chosen: on a poor link its program alone takes seconds. */
function useLoadedValidator(): () => FolderValidator {
  const loaded = useRef<FolderValidator>(undefined);
  useEffect(() => {
    const validator = new FolderValidator();
    validator.start();
    loaded.current = validator;
    return () => {
      validator.close();
      loaded.current = undefined;
    };
  }, []);
  return () => {
    const validator = loaded.current ?? new FolderValidator();
    loaded.current = undefined;
    return validator;
  };
}
