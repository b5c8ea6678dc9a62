import { describe } from "vitest";
import { findSandboxHere } from "../platform/compute/find-sandbox.ts";
import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";
import { computeConformance } from "./conformance.ts";
import { localUnderTest } from "./testing/local-under-test.ts";

allowPrograms();

const NAME = "in a sandbox (skipped where the machine has none)";
describe.skipIf("lacks" in findSandboxHere())(NAME, () =>
  computeConformance("the local engine", () => localUnderTest("required")),
);
