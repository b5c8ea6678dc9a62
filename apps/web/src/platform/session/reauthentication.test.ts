import { expect, test } from "vitest";
import { Reauthentication } from "./reauthentication.ts";

const waiting = (repeated: boolean) => ({ status: "waiting", repeated });

test("session/A1 session/A2 a sign-in lets all go on that wait for one", async () => {
  const reauthentication = new Reauthentication();
  const both = Promise.all([reauthentication.request(false), reauthentication.request(false)]);
  expect(reauthentication.getSnapshot()).toEqual(waiting(false));
  reauthentication.hear({ kind: "signedIn", subject: "crew" });
  expect(await both).toEqual([true, true]);
  expect(reauthentication.getSnapshot()).toEqual({ status: "idle" });
});

test("session/A3 cancelling ends it, and a sign-out does not", async () => {
  const reauthentication = new Reauthentication();
  const cancelled = reauthentication.request(true);
  expect(reauthentication.getSnapshot()).toEqual(waiting(true));
  reauthentication.hear({ kind: "signedOut" });
  expect(reauthentication.getSnapshot()).toEqual(waiting(true));
  reauthentication.cancel();
  expect(await cancelled).toBe(false);
});

test("a sign-in that nothing waits for is none for what waits later", async () => {
  const reauthentication = new Reauthentication();
  reauthentication.hear({ kind: "signedIn", subject: "crew" });
  void reauthentication.request(false);
  expect(reauthentication.getSnapshot()).toEqual(waiting(false));
});
