import { afterAll, vi } from "vitest";

/** Of tests that start runners and their programs, which give way to whatever else a machine does. */
const PROGRAMS_MS = 120_000;

/** Gives the tests of a file that follow the time that whole programs take on a busy machine. */
export function allowPrograms(): void {
  vi.setConfig({ testTimeout: PROGRAMS_MS });
  afterAll(() => vi.resetConfig());
}
