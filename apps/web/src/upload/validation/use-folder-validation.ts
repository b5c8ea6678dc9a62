import { useCallback, useEffect, useRef, useState } from "react";
import type { ReadFolder } from "../folder/picked-file.ts";
import { FolderValidator, type ValidatedFolder } from "./folder-validator.ts";
import type { ValidationRequest } from "./validation-calls.ts";
import { ValidationRun, type ValidationPhase } from "./validation-run.ts";

interface Options {
  /** What the folder is validated against. */
  readonly request: () => ValidationRequest;
  /** Receives a validated folder; returns why it is refused, or undefined. */
  readonly onValidated: (folder: ValidatedFolder) => string | undefined;
}

export interface FolderValidation {
  readonly phase: ValidationPhase;
  /** Why the last folder was refused. */
  readonly fault: string | undefined;
  readonly read: (how: ReadFolder) => void;
  /** Aborts whatever is under way, and lets go of the folder. */
  readonly drop: () => void;
}

const IDLE: ValidationPhase = { name: "idle" };
const BROKEN = "The folder could not be validated. Please select it again.";

/** Reads and validates folders, one at a time; another one aborts the one before. */
export function useFolderValidation({ request, onValidated }: Options): FolderValidation {
  const [phase, setPhase] = useState<ValidationPhase>(IDLE);
  const [fault, setFault] = useState<string>();
  const current = useRef<ValidationRun>(undefined);
  const drop = useCallback(() => {
    current.current?.abort();
    current.current = undefined;
    setPhase(IDLE);
  }, []);
  useEffect(() => () => current.current?.abort(), []);
  const takeLoaded = useLoadedValidator();

  const read: FolderValidation["read"] = (how) => {
    drop();
    const run = new ValidationRun(takeLoaded(), setPhase);
    current.current = run;
    setFault(undefined);
    const refuse = (reason: string): void => {
      drop();
      setFault(reason);
    };
    const settle = async (): Promise<void> => {
      const result = await run.validate(how, request());
      if (run.aborted) return;
      setPhase(IDLE);
      const refusal = typeof result === "string" ? result : onValidated(result);
      if (refusal !== undefined) refuse(refusal);
    };
    settle().catch(() => {
      if (!run.aborted) refuse(BROKEN);
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
